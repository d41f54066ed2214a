"""The detectors: a module for each kind of trouble. There is no list to edit."""
