"""Runs any stream of the kernel: load, decide, append, evolve, publish. One owner each; answered once durable."""

from croupier.host.answer import Answer, Refused
from croupier.host.host import Host, load

__all__ = ["Answer", "Host", "Refused", "load"]
