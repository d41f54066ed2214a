"""The pit in a process: the streams of people, register and tables behind the desk, and the slips between them."""

from croupier.floor.pit.streams import Pit

__all__ = ["Pit"]
