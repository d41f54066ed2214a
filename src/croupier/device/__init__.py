"""The electronic device: a process of its own, with its own key and log, that keeps the seeds of rounds.

It commits to a seed before betting, takes the first closing of a round that it is shown, draws from both, and tells
the seed when the round is over. Nobody else has the seed before that (docs/electronic-outcomes.md).
"""
