"""The reference pages in docs/reference/; `python -m croupier.documents.reference` writes them."""
