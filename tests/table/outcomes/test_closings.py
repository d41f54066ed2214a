"""The closing of a round: its Merkle trees, its digest and its delay, against computations by other means."""

from __future__ import annotations

import hmac
from hashlib import sha256

import pytest

from croupier.core import delay
from croupier.table.closing import (
    LONGEST,
    NOBODY,
    Closing,
    climb,
    closing_digest,
    delayed,
    is_nonce,
    is_path,
    tree,
)

LOG = sha256(b"the log at the close").hexdigest()


def _nonces(count: int) -> list[str]:
    return [sha256(b"nonce %d" % at).hexdigest()[:32] for at in range(count)]


def _flipped(digits: str) -> list[str]:
    """Every text with one bit of its bytes flipped."""
    raw = bytes.fromhex(digits)
    return [(int.from_bytes(raw, "big") ^ (1 << bit)).to_bytes(len(raw), "big").hex() for bit in range(8 * len(raw))]


# Trees ------------------------------------------------------------------------------------------------------
def _simply(leaves: list[str]) -> bytes:
    """The root by recursion from above: the left part has the greatest power of two below the number of leaves."""
    if len(leaves) == 1:
        return sha256(b"\0" + bytes.fromhex(leaves[0])).digest()
    half = 1 << ((len(leaves) - 1).bit_length() - 1)
    return sha256(b"\1" + _simply(leaves[:half]) + _simply(leaves[half:])).digest()


@pytest.mark.parametrize("count", [*range(1, 34), 100, 1000])
def test_every_leaf_climbs_to_the_root(count: int) -> None:
    leaves = _nonces(count)
    root, paths = tree(leaves)
    assert root == _simply(sorted(leaves)).hex()
    assert set(paths) == set(leaves)
    assert len(set(paths.values())) == count
    for leaf in leaves:
        assert climb(leaf, paths[leaf]) == root
        assert is_path(paths[leaf])
        assert len(paths[leaf]) <= (count - 1).bit_length()


def test_the_order_of_the_leaves_does_not_matter_and_equal_leaves_count_once() -> None:
    leaves = _nonces(7)
    assert tree(leaves[::-1]) == tree(leaves) == tree(leaves + leaves[2:4])
    assert tree([]) == (NOBODY, {})


def test_no_other_leaf_has_the_path_of_a_leaf() -> None:
    leaves = _nonces(9)
    root, paths = tree(leaves)
    for leaf in leaves:
        for other in leaves:
            assert (climb(leaf, paths[other]) == root) is (leaf == other)


def test_a_node_is_no_leaf_and_a_leaf_is_no_node() -> None:
    """Neither the two halves of a node nor its digest can be shown as a leaf."""
    leaves = _nonces(4)
    root, paths = tree(leaves)
    first = min(leaves)
    neighbor, above = paths[first]
    mine = sha256(b"\0" + bytes.fromhex(first)).hexdigest()
    node = sha256(b"\1" + bytes.fromhex(mine + neighbor[1:])).hexdigest()
    assert sha256(b"\1" + bytes.fromhex(node + above[1:])).hexdigest() == root
    for shown in (mine + neighbor[1:], node, mine):
        for path in ((), (above,), (neighbor, above)):
            assert climb(shown, path) != root


def test_one_flipped_bit_of_leaf_or_path_misses_the_root() -> None:
    leaves = _nonces(5)
    root, paths = tree(leaves)
    for leaf in leaves:
        path = paths[leaf]
        assert all(climb(other, path) != root for other in _flipped(leaf))
        for at, step in enumerate(path):
            turned = ("R" if step[0] == "L" else "L") + step[1:]
            for other in (turned, *(step[0] + digits for digits in _flipped(step[1:]))):
                assert climb(leaf, (*path[:at], other, *path[at + 1 :])) != root
        assert climb(leaf, path[:-1]) != root
        assert climb(leaf, (*path, path[-1])) != root


def test_the_form_of_nonces_and_paths() -> None:
    step = "L" + 64 * "0"
    assert is_path(())
    assert is_path((step,) * LONGEST)
    assert not is_path((step,) * (LONGEST + 1))
    for other in ("", 65 * "0", step + "0", "M" + 64 * "0", "L" + 64 * "A", step + "\n", "l" + 64 * "0"):
        assert not is_path((other,))
    assert is_nonce(32 * "f")
    for other in ("", 31 * "f", 33 * "f", 32 * "F", 32 * "f" + "\n"):
        assert not is_nonce(other)


# The digest and the delay -----------------------------------------------------------------------------------
def test_every_part_of_a_closing_changes_its_digest() -> None:
    nonces, _ = tree(_nonces(3))
    known = closing_digest("R-3", 12, LOG, nonces, 3)
    others = [
        closing_digest("R-4", 12, LOG, nonces, 3),
        closing_digest("R-3", 13, LOG, nonces, 3),
        closing_digest("R-31", 2, LOG, nonces, 3),
        closing_digest("R-3", 12, LOG, nonces, 4),
        *(closing_digest("R-3", 12, log, nonces, 3) for log in _flipped(LOG)),
        *(closing_digest("R-3", 12, LOG, other, 3) for other in _flipped(nonces)),
    ]
    assert len({known, *others}) == len(others) + 1


@pytest.mark.parametrize("iterations", [1, 2, 1000])
def test_the_delay_is_a_chain_of_hmacs(iterations: int) -> None:
    """PBKDF2 with one block, written out: every step needs the step before."""
    root, _ = tree([closing_digest("R-3", 12, LOG, NOBODY, 0)])
    step = hmac.digest(bytes.fromhex(root), b"croupier delay 1" + bytes([0, 0, 0, 1]), "sha256")
    total = int.from_bytes(step, "big")
    for _ in range(iterations - 1):
        step = hmac.digest(bytes.fromhex(root), step, "sha256")
        total ^= int.from_bytes(step, "big")
    assert delayed(root, iterations) == f"{total:064x}"


def test_a_tick_of_tables_shares_one_delay() -> None:
    """Each table proves with its own path that its closing was in the tick."""
    digests = {table: closing_digest(table, 7, LOG, NOBODY, 0) for table in ("R-1", "R-2", "C-1")}
    root, paths = tree(digests.values())
    value = delayed(root, 1_000)
    for digest in digests.values():
        closing = Closing(LOG, NOBODY, 0, root, paths[digest], 1_000, value)
        assert climb(digest, closing.path) == closing.root
    assert len({paths[digest] for digest in digests.values()}) == 3


def test_the_least_delay_outlasts_the_half_second_of_a_terminal() -> None:
    """Twice as fast as the fastest browser measured is still too slow to try one closing."""
    assert delay.speed_needed(delay.LEAST) > 2 * delay.BROWSER_SPEED
    assert (delay.seconds(delay.LEAST), delay.seconds(1)) == (2, 1)
