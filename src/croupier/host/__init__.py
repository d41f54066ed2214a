"""Runs a table: load, decide, append, evolve, publish. One owner a table; an answer is given once it is durable."""

from croupier.host.answer import Answer, Refused
from croupier.host.host import Host, load, stream_of

__all__ = ["Answer", "Host", "Refused", "load", "stream_of"]
