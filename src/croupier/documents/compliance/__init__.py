"""The compliance matrix, which `croupier rules` shows, and docs/fidelity.md, which `make docs` writes."""
