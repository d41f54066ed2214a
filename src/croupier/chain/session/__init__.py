"""Sessions: a chain played with a bankroll until a goal, ruin, a loss limit or a last round."""
