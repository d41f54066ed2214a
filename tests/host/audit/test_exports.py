"""An export is imported completely or not at all, and every change to one is found."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec
import pytest

from croupier import store
from croupier.floor import demo
from croupier.host import Host, export, load
from croupier.host.audit import audit
from croupier.store import CannotOpen, CommandReused, Damaged, Fault, Store
from croupier.table import digest, stream_of
from tests.support.audited import STREAM, fault_of
from tests.support.stores import PLACES, SIGNER, url
from tests.support.table.hosted import Hosted
from tests.support.table.play import by


def _refused(path: Path) -> bool:
    try:
        with export.open(str(path)) as read:
            return audit(read).fault is not None
    except (Damaged, CannotOpen):
        return True


def test_every_byte_flip_of_an_export_is_found(tmp_path: Path, proof: bool, share: Callable[[str], None]) -> None:
    with store.open("memory:") as small:
        demo.play(small, 1, 7, ["B6"])
        export.write(small, tmp_path / "small")
    path, whole, data = tmp_path / "flipped", (tmp_path / "small").read_bytes(), Random(7)
    assert not _refused(tmp_path / "small")
    places = range(len(whole)) if proof else sorted({*range(40), *data.sample(range(len(whole)), 300)})
    for place in (*places, *range(len(whole) - 90, len(whole))):
        flipped = bytearray(whole)
        flipped[place] ^= data.randrange(1, 256)
        path.write_bytes(flipped)
        assert _refused(path), place
    for cut in (0, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:cut])
        assert _refused(path), cut
    path.write_bytes(whole + b"\n")
    assert _refused(path)
    share(f"byte flips of an export: {len(places):,} of {len(whole):,} places")


def _rewritten(file: Path, change: Callable[[list[bytes]], list[bytes]]) -> Path:
    """The export with other lines and a matching digest."""
    lines = change(file.read_bytes().splitlines(keepends=True)[:-1])
    text = b"".join(lines)
    end = b'end [%d,"%s"]\n' % (len(lines), sha256(text).hexdigest().encode())
    file.write_bytes(text + end)
    return file


def _line_of(lines: list[bytes], version: int) -> int:
    return next(
        at for at, line in enumerate(lines) if line.startswith(b'event ["%s",%d,' % (STREAM.encode(), version))
    )


def _audited(file: Path) -> Fault:
    return fault_of(export.open(str(file)))


def test_a_line_changed_with_a_new_end_is_found_by_its_place(file: Path) -> None:
    def later(lines: list[bytes]) -> list[bytes]:
        at = _line_of(lines, 9)
        lines[at] = lines[at].replace(b",17", b",18", 1)  # the time
        return lines

    found = _audited(_rewritten(file, later))
    assert (found.stream, found.version) == (STREAM, 9)
    assert "was changed" in found.what


def test_a_line_taken_out_with_a_new_end_is_found_by_its_place(file: Path) -> None:
    found = _audited(_rewritten(file, lambda lines: [*lines[: _line_of(lines, 9)], *lines[_line_of(lines, 10) :]]))
    assert (found.stream, found.version) == (STREAM, 9)
    assert "is missing" in found.what


def test_lines_out_of_order_are_refused(file: Path) -> None:
    def swapped(lines: list[bytes]) -> list[bytes]:
        at = _line_of(lines, 9)
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
        return lines

    with pytest.raises(Damaged, match="line 11 of the export"):
        export.open(str(_rewritten(file, swapped)))


def test_a_number_that_no_store_holds_is_refused(file: Path) -> None:
    def huge(lines: list[bytes]) -> list[bytes]:
        at = _line_of(lines, 9)
        lines[at] = lines[at].replace(b",9,", b",99999999999999999999,", 1)
        return lines

    with pytest.raises(Damaged, match="line 10 of the export"):
        export.open(str(_rewritten(file, huge)))


def test_a_changed_byte_is_named_by_its_event(file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    at = _line_of(lines, 9)
    lines[at] = lines[at].replace(b",17", b",18", 1)
    file.write_bytes(b"".join(lines))
    with pytest.raises(Damaged) as found:
        export.open(str(file))
    assert (found.value.fault.stream, found.value.fault.version) == (STREAM, 9)


@pytest.mark.parametrize("place", PLACES)
def test_an_import_is_the_same_store(kept: Store, file: Path, place: str, tmp_path: Path) -> None:
    with export.open(str(file)) as source, store.open(url(place, tmp_path)) as target:
        export.verified(source)
        for _ in range(2):  # the second time nothing is left to do
            export.copy(source, target)
            assert list(target.read(STREAM)) == list(kept.read(STREAM))
            assert target.heads(STREAM) == kept.heads(STREAM)
            assert list(target.commands()) == list(kept.commands())
            heads = kept.heads(STREAM)
            assert audit(target, heads) == audit(kept, heads) == audit(source, heads)
        assert digest(load(target, stream_of("B6"))[0]) == digest(load(kept, stream_of("B6"))[0])
        export.write(target, tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == file.read_bytes()


@pytest.mark.parametrize("place", PLACES)
def test_a_command_sent_again_after_an_import_gets_its_first_answer(place: str, tmp_path: Path) -> None:
    with store.open("memory:") as one, store.open(url(place, tmp_path)) as other:
        host = Host(one, stream_of("T1"), signer=SIGNER)
        table = Hosted(host=host)
        table.opened("colorado-big-six")
        table.sits("ann", 1, 100_00)
        fields = {"player": "ann", "wager": "one", "spot": None}
        taken = table.command("place", by("player", "ann"), amount=5_00, **fields)
        refused = table.command("place", by("player", "ann"), amount=5_000_00, **fields)
        answers = [host.handle(each) for each in (taken, refused)]
        host.close()
        export.write(one, tmp_path / "x")
        with export.open(str(tmp_path / "x")) as source:
            export.copy(source, other)
        assert other.snapshot("table/T1") == one.snapshot("table/T1") != None  # noqa: E711
        again = Host(other, stream_of("T1"), signer=SIGNER)
        assert [again.handle(each) for each in (taken, refused)] == answers
        assert again.version == host.version
        with pytest.raises(CommandReused):
            again.handle(msgspec.structs.replace(taken, amount=6_00))
        again.close()


def test_a_store_with_other_contents_is_left_alone(file: Path) -> None:
    with export.open(str(file)) as source, store.open("memory:") as target:
        target.append(STREAM, 0, "mine", [("opened", b"{}")], at=0)
        with pytest.raises(export.CannotImport, match=STREAM):
            export.copy(source, target)
        assert target.version(STREAM) == 1
