"""`croupier identity`: the key by which other servers know this one."""

from __future__ import annotations

import socket
from contextlib import ExitStack

from croupier.cli import CannotRead


def identity(*, db: str | None = None, name: str | None = None) -> None:
    """Print the line of this server for the --peers file of servers on other machines.

    The line has the public key of the server, which signs what it writes to the store and proves to other servers
    who it is. The private key is in its folder of secrets, and is made if there is none.

    Parameters
    ----------
    db
        The store that the server uses, as for `croupier serve`.
    name
        A name for the server, for people; default: that of this machine.
    """
    from croupier import store as stores
    from croupier.floor import demonstration
    from croupier.floor.peers import CannotReadPeers, line
    from croupier.floor.vault import Vault
    from croupier.store.private_folder import Unsafe

    place = db or demonstration.url()
    try:
        with ExitStack() as ends:
            try:
                store = ends.enter_context(stores.open(place, reading=True))
            except stores.NoStore:
                store = None
            signer = Vault(demonstration.secrets_of(place)).identity(store)
        print(line(name or socket.gethostname(), signer.public))
    except (stores.StoreError, stores.CannotRead, CannotReadPeers, Unsafe, OSError) as error:
        raise CannotRead(f"cannot read the key of this server: {error}") from None
