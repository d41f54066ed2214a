"""Who performs the acts of a round: people or the machine, role by role."""
