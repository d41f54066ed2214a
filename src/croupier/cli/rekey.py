"""`croupier rekey`: changes a key of a store, by a named person and on record."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from croupier.cli import CannotRead
from croupier.cli.arguments import claim, existing, person

if TYPE_CHECKING:
    from croupier.conduct import By
    from croupier.conduct.keys import KeyNamed, Of
    from croupier.floor.claims import Claim


def rekey(
    *,
    by: str,
    reason: str,
    licence: str | None = None,
    secrets: Path | None = None,
    db: str | None = None,
    of: Literal["heads", "device"] | None = None,
    device: Path | None = None,
    device_folder: Path | None = None,
) -> None:
    """Change the keys that are lost, or one that is there. The store keeps who did it, when and why.

    Parameters
    ----------
    by
        The name of the person who changes the key. Where the store has a list of people, an administrator on it, who
        gives a password or PIN.
    reason
        Why it is changed.
    licence
        The number of that person's licence; a list of people has it.
    secrets
        A TOML file with a line "NAME" = "SECRET", readable by you alone; default: you are asked.
    db
        The store, as sqlite:///PATH or postgresql://…; default: the demonstration of `croupier serve`.
    of
        Change this key, also if it is not lost; default: the keys that are lost.
    device
        The socket of the device that `croupier device` runs; default: the one in the folder of secrets.
    device_folder
        Change only the key of the device in this folder, in its own log; for a device that `croupier device` runs.
    """
    if not reason.strip():
        raise CannotRead("--reason: say why the key is changed")
    if device_folder is None:
        _of_store(db, of, device, claim(by, licence, secrets), reason)
    elif (db, of, device) == (None, None, None):
        _of_device(device_folder, person("--by", by, licence or "", "administrator"), reason)
    else:
        raise CannotRead("--device-folder: changes the key of a device alone; leave out --db, --of and --device")


def _of_device(folder: Path, by: By, reason: str) -> None:
    """Change the key of a device that `croupier device` runs."""
    from croupier import store as stores
    from croupier.conduct.keys import short
    from croupier.device.log import renew
    from croupier.store.private_folder import Unsafe

    if not folder.is_dir():
        raise CannotRead(f"--device-folder: there is no folder {str(folder)!r}")
    try:
        new = renew(folder, by, reason)
    except (stores.StoreError, stores.CannotRead, Unsafe, OSError) as error:
        raise CannotRead(f"cannot change the key of the device in {str(folder)!r}: {error}") from None
    print(f"The device has key {short(new)} from now on. {by.person} ({by.licence}) is on record in its log.")
    print("Start it, then tell each store that it draws for:")
    print("croupier rekey --db DB --device SOCKET --by NAME --licence NUMBER --reason WHY")


def _of_store(db: str | None, of: Of | None, device: Path | None, who: Claim, reason: str) -> None:
    """Change keys of a store."""
    from croupier import store as stores
    from croupier.device.client import Client
    from croupier.floor import demonstration
    from croupier.floor.claims import NotProven, proved_without_writing
    from croupier.floor.rekey import CannotRekey
    from croupier.floor.rekey import rekey as run
    from croupier.floor.vault import Vault
    from croupier.store.private_folder import Unsafe
    from croupier.table.outcomes import DeviceFailed

    place = db or demonstration.url()
    try:
        with existing(place) as store, ExitStack() as ends:
            vault = Vault(demonstration.secrets_of(place))
            by = proved_without_writing(store, vault, who, "administrator")
            named = None if device is None else ends.enter_context(closing(Client(device)))
            changed = run(store, vault, by, reason, of, named)
    except (stores.StoreError, stores.CannotRead, CannotRekey, NotProven, Unsafe, DeviceFailed, OSError) as error:
        raise CannotRead(f"cannot change a key of {stores.shown(place)!r}: {error}") from None
    for each in changed:
        _print(each, by)
    print("Export the heads now, and keep them elsewhere: croupier export --db DB --out FILE --heads HEADS")
    print("If rounds have lost their seeds, croupier recover --db DB lists their tables.")


def _print(changed: KeyNamed, by: By) -> None:
    from croupier.conduct.keys import short

    what = "The key that signs heads" if changed.of == "heads" else "The electronic device"
    old = " and ".join(map(short, changed.old)) or "none"
    print(f"{what}: {old} before, {short(changed.new)} from now on. {by.person} ({by.licence}) is on record.")
    if changed.of == "heads":
        print(f"Whoever receives the anchors of this store needs it: croupier keep-anchors --key {changed.new}")
        print("Servers on other machines need it in their files of --peers: croupier identity prints the line.")
