"""`croupier keep-anchors`: receives anchors on another machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli import CannotRead


def keep_anchors(
    *,
    out: Path,
    port: int = 8470,
    host: str = "127.0.0.1",
    key: Annotated[tuple[str, ...], Parameter(negative="")] = (),
) -> None:
    """Receive the anchors of a server and add them to a file, until it is stopped.

    Run it where nobody who can change the store can change the file. Anchors contain names, versions and digests of
    streams, and nothing secret. They are signed, so nobody can change them on their way; put an HTTPS proxy in front
    if somebody could answer in the place of this command.

    Parameters
    ----------
    out
        The file; it is created, or continued.
    port
        The port; 0 for any free port.
    host
        The address to bind; 0.0.0.0 for all.
    key
        The public key of the server, 64 hexadecimal digits, as `croupier rekey` and `croupier identity` print it; may
        be repeated for servers on other machines. Default: that of the last anchor in the file, or of the first one
        that comes.
    """
    from croupier.host.anchors.receiver import Keeper, Receiving
    from croupier.host.anchors.targets import CannotAnchor
    from croupier.store import CannotOpen

    if not 0 <= port < 1 << 16:
        raise CannotRead(f"--port: a port is a number from 0 to 65535, not {port}")
    if any(len(each) != 64 or not set(each) <= set("0123456789abcdef") for each in key):
        raise CannotRead("--key: a public key has 64 hexadecimal digits, in lower case")
    try:
        keeper = Keeper(out, key)
        keeper.last()
        with Receiving((host, port), keeper) as server:
            bound = server.server_address
            print(f"Anchors are taken at http://{host}:{bound[1]}/\nCtrl-C ends it.", flush=True)
            server.serve_forever()
    except (CannotAnchor, CannotOpen, OSError) as error:
        raise CannotRead(f"cannot keep anchors in {str(out)!r}: {error}") from None
    except KeyboardInterrupt:
        print("Ended; the anchors are kept.")
