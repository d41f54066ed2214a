"""`croupier device`: the electronic device as a process of its own."""

from __future__ import annotations

from pathlib import Path

from croupier.cli import CannotRead


def device(*, folder: Path, socket: Path | None = None) -> None:
    """Run an electronic device until it is stopped.

    A server starts a device by itself. Run one with this command to give it a user of its own, so that nobody who
    runs a server can read the seeds. Put that user and the server's user in one group, and the socket in a folder
    that both may enter.

    Parameters
    ----------
    folder
        The private folder of the device: its key, its log and the seeds of rounds under way. It is created.
    socket
        Where servers reach it; default: `socket` in its folder, which only the same user can enter.
    """
    from croupier import store as stores
    from croupier.device.process import SOCKET, run
    from croupier.store.private_folder import Unsafe
    from croupier.table.outcomes import DeviceFailed

    place = socket or folder / SOCKET
    print(f"The device answers at {place}\nCtrl-C ends it.", flush=True)
    try:
        run(folder, place)
    except (stores.StoreError, stores.CannotRead, Unsafe, DeviceFailed, OSError) as error:
        raise CannotRead(f"the device in {str(folder)!r} cannot run: {error}") from None
    except KeyboardInterrupt:
        print("Ended; its log and the seeds of rounds under way are kept.")
