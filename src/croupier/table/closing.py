"""The closing of an electronic round: what is fixed after the last wager, and the delay before the outcome.

When betting has closed, every terminal adds a nonce. The closing digest covers the log and all nonces. Closings of
several tables share one Merkle root, and the outcomes are drawn from the delayed root: PBKDF2 with many iterations.
Nobody knows that value before some seconds have passed, so nobody can choose among closings by their outcomes
(docs/electronic-outcomes.md).

A leaf of a tree is a text in hexadecimal with small letters: a nonce, or a closing digest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import pbkdf2_hmac, sha256

from croupier.core.delay import MOST

CLOSING = "croupier closing 1"
SIGNED = "croupier signed closing 1"
SALT = b"croupier delay 1"
NONCE_BYTES = 16
#: The root of a tree without leaves: no terminal took part.
NOBODY = "0" * 64
#: A longer path belongs to no tree: it would have more than 2^40 leaves.
LONGEST = 40

_DIGEST = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(r"[0-9a-f]{32}")
_STEP = re.compile(r"[LR][0-9a-f]{64}")


def fields(*texts: str) -> bytes:
    """Encode texts as bytes without ambiguity: the length of each, a colon, the text, a comma (netstrings).

    >>> fields("R-3", "12")
    b'3:R-3,2:12,'
    """
    return "".join(f"{len(text)}:{text}," for text in texts).encode("ascii")


def is_digest(text: str) -> bool:
    """Whether a text is a SHA-256 digest or a seed in lowercase hexadecimal."""
    return _DIGEST.fullmatch(text) is not None


def is_nonce(text: str) -> bool:
    """Whether a text is what a terminal may add: 16 bytes in lowercase hexadecimal."""
    return _NONCE.fullmatch(text) is not None


def is_path(path: Sequence[str]) -> bool:
    """Whether these are the steps of a path: L or R and a digest each."""
    return len(path) <= LONGEST and all(_STEP.fullmatch(step) for step in path)


@dataclass(frozen=True, slots=True)
class Published:
    """A closing as it is published before anything can be drawn.

    `log` is the digest of the log at the close. `nonces` is the root of the tree of the terminals' nonces, and
    `terminals` is how many there are. `path` leads from the closing digest of this table to `root`, which all tables
    of the tick share.
    """

    log: str
    nonces: str
    terminals: int
    root: str
    path: tuple[str, ...]
    iterations: int


@dataclass(frozen=True, slots=True)
class Closing(Published):
    """What an outcome was drawn from: a published closing, and `delayed`, its root after the iterations."""

    delayed: str

    @property
    def published(self) -> Published:
        """What was published of it before anything could be drawn."""
        return Published(self.log, self.nonces, self.terminals, self.root, self.path, self.iterations)


def closing_digest(table: str, number: int, log: str, nonces: str, terminals: int) -> str:
    """The digest of one table's closing: the log at the close, and the nonces of its terminals.

    >>> closing_digest("R-3", 12, 64 * "a", NOBODY, 0)
    '48310db3ad240ba633ab1811a2163bb981a919d35c425e270331c46594334106'
    """
    return sha256(fields(CLOSING, table, str(number), log, nonces, str(terminals))).hexdigest()


def signed_bytes(table: str, number: int, commitment: str, closing: Published) -> bytes:
    """What the device signs at the close: the round with its seal, and what its outcome will be drawn from.

    The path is left out: the digest of this closing and the root leave no choice of it.
    """
    fixed = (closing.log, closing.nonces, str(closing.terminals), closing.root, str(closing.iterations))
    return fields(SIGNED, table, str(number), commitment, *fixed)


# Merkle trees -----------------------------------------------------------------------------------------------
def tree(leaves: Iterable[str]) -> tuple[str, dict[str, tuple[str, ...]]]:
    """The root over leaves in sorted order, and the path of each leaf. Equal leaves count once.

    Neighbors are joined in pairs, level by level. A node without a neighbor goes up unchanged. A step of a path is
    the neighbor, with L in front if it is on the left.

    >>> root, paths = tree(["cc", "aa", "bb"])
    >>> a, b, c = (sha256(bytes.fromhex("00" + leaf)).digest() for leaf in ("aa", "bb", "cc"))
    >>> root == sha256(b"\\1" + sha256(b"\\1" + a + b).digest() + c).hexdigest()
    True
    >>> paths["bb"] == ("L" + a.hex(), "R" + c.hex())
    True
    >>> len(paths["cc"])
    1
    """
    ordered = sorted(set(leaves))
    paths: dict[str, list[str]] = {leaf: [] for leaf in ordered}
    level = [(_leaf(leaf), [leaf]) for leaf in ordered]  # each node with the leaves below it
    while len(level) > 1:
        above = []
        for (left, on_left), (right, on_right) in zip(level[::2], level[1::2], strict=False):
            for leaf in on_left:
                paths[leaf].append(f"R{right}")
            for leaf in on_right:
                paths[leaf].append(f"L{left}")
            above.append((_node(left, right), on_left + on_right))
        level = above + level[len(level) & ~1 :]  # an odd last node goes up unchanged
    return (level[0][0] if level else NOBODY), {leaf: tuple(path) for leaf, path in paths.items()}


def climb(leaf: str, path: Sequence[str]) -> str:
    """The root that a path leads to from a leaf.

    >>> root, paths = tree(["aa", "bb", "cc"])
    >>> climb("bb", paths["bb"]) == root
    True
    >>> climb("bb", paths["aa"]) == root
    False
    """
    found = _leaf(leaf)
    for step in path:
        found = _node(step[1:], found) if step[0] == "L" else _node(found, step[1:])
    return found


def _leaf(leaf: str) -> str:
    """A leaf and a node begin with different bytes, so that neither can be taken for the other."""
    return sha256(b"\0" + bytes.fromhex(leaf)).hexdigest()


def _node(left: str, right: str) -> str:
    return sha256(b"\1" + bytes.fromhex(left) + bytes.fromhex(right)).hexdigest()


# The delay --------------------------------------------------------------------------------------------------
def delayed(root: str, iterations: int) -> str:
    """The value that outcomes are drawn from: PBKDF2 of a root. Each iteration needs the one before.

    >>> delayed(NOBODY, 1_000)
    '821e133f38c2c5966887d8f7cc723d7afb635293eecaa9a673b9753681c2fc7b'
    """
    assert 1 <= iterations <= MOST, f"a delay has up to {MOST:,} iterations, not {iterations!r}"
    return pbkdf2_hmac("sha256", bytes.fromhex(root), SALT, iterations, 32).hex()
