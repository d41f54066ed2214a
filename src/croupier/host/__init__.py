"""Runs any kind of stream over a store: load, decide, append, evolve, publish.

A stream has one owner. A command is answered once it is durable.
"""

from croupier.host.answer import Answer, Refused
from croupier.host.host import Asked, Host, load

__all__ = ["Answer", "Asked", "Host", "Refused", "load"]
