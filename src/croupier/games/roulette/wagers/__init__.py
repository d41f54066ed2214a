"""Roulette's permitted wagers, 30-2203(6)."""
