"""The pages: one module each, with its `routes`; found by being here."""

from croupier.web import numbers as numbers  # lets paths say {number:whole}
