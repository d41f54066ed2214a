"""Kills servers, devices and databases under load, and checks what is left."""
