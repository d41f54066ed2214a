"""Alerts: trouble in the logs of a house. A module of `detectors/` finds each kind; `watch.py` tells the pit."""
