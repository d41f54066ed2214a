"""A device with a user of its own: servers in its group may ask it, and nobody else can read its seeds."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen, run

import pytest

from tests.support.where import ROOT

DEVICE, SERVER, STRANGER, GROUP, OTHERS = 65531, 65532, 65533, 65531, 65533
ASKS = """
import sys
from contextlib import closing
from pathlib import Path
from croupier.device import client
from croupier.device.messages import SealRound
from croupier.table.outcomes import DeviceFailed
client.PATIENCE = 0.5
folder, socket = map(Path, sys.argv[1:])
try:
    print(*(path.name for path in folder.iterdir()))
except PermissionError:
    print("the folder is closed")
try:
    with closing(client.Client(socket)) as device:
        print(type(device.ask(SealRound("R-3", 1))).__name__)
except DeviceFailed as failed:
    print(failed)
"""


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that everybody may enter, as pytest's are not, with a folder of the device and one for its socket."""
    found = Path(tempfile.mkdtemp())
    found.chmod(0o755)
    for name in ("device", "run"):
        (found / name).mkdir(mode=0o700)
        os.chown(found / name, DEVICE, GROUP)
    (found / "run").chmod(0o750)
    yield found
    shutil.rmtree(found)


@contextmanager
def _device(place: Path) -> Iterator[None]:
    words = [sys.executable, "-m", "croupier", "device", "--folder", "device", "--socket", "run/socket"]
    process = Popen(words, stdout=PIPE, text=True, cwd=place, user=DEVICE, group=GROUP, extra_groups=[], umask=0o022)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


def _asks(place: Path, user: int, group: int) -> str:
    words = [sys.executable, "-c", ASKS, str(place / "device"), str(place / "run" / "socket")]
    done = run(words, capture_output=True, text=True, check=False, cwd=ROOT, user=user, group=group, extra_groups=[])
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start processes of other users")
def test_the_group_may_ask_and_nobody_reads_the_seeds(place: Path) -> None:
    with _device(place):
        assert _asks(place, SERVER, GROUP) == "the folder is closed\nSealed\n"
        said = _asks(place, STRANGER, OTHERS)
        assert said.startswith("the folder is closed\nThe electronic device cannot be reached: ")
        assert "Permission denied" in said
        (place / "run").chmod(0o755)  # the socket itself is closed to others too
        assert "Permission denied" in _asks(place, STRANGER, OTHERS)
    assert list((place / "device").glob("*.seed"))
