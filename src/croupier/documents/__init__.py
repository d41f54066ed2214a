"""What Croupier prints about itself: the compliance matrix and, later, sheets and forms."""
