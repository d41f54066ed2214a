"""`croupier rekey`: changes a key of a store, by a named person and on record."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from croupier.cli import CannotRead
from croupier.cli.arguments import existing, person


def rekey(
    *,
    by: str,
    licence: str,
    reason: str,
    db: str | None = None,
    of: Literal["heads", "device"] | None = None,
    device: Path | None = None,
    device_folder: Path | None = None,
) -> None:
    """Change the keys that are lost, or one that is there. The store keeps who did it, when and why.

    Parameters
    ----------
    by
        The name of the person who changes the key.
    licence
        The number of that person's licence.
    reason
        Why it is changed.
    db
        The store, as sqlite:///PATH or postgresql://…; default: the demonstration of `croupier serve`.
    of
        Change this key, also if it is not lost; default: the keys that are lost.
    device
        The socket of the device that `croupier device` runs; default: the one in the folder of secrets.
    device_folder
        Change only the key of the device in this folder, in its own log; for a device that `croupier device` runs.
    """
    from croupier import store as stores
    from croupier.conduct.keys import short
    from croupier.device.client import Client
    from croupier.device.log import renew
    from croupier.floor import demonstration
    from croupier.floor.rekey import CannotRekey
    from croupier.floor.rekey import rekey as run
    from croupier.floor.vault import Vault
    from croupier.store.private_folder import Unsafe
    from croupier.table.outcomes import DeviceFailed

    who = person("--by", by, licence, "administrator")
    if not reason.strip():
        raise CannotRead("--reason: say why the key is changed")
    place = db or demonstration.url()
    try:
        if device_folder is not None:
            print(f"The device has key {short(renew(device_folder, who, reason))} now. Tell its servers: they run")
            print("croupier rekey --db DB --of device --device SOCKET")
            return
        with existing(place) as store:
            vault = Vault(demonstration.secrets_of(place))
            changed = run(store, vault, who, reason, of, None if device is None else Client(device))
    except (stores.StoreError, stores.CannotRead, CannotRekey, Unsafe, DeviceFailed, OSError) as error:
        raise CannotRead(f"cannot change a key of {stores.shown(place)!r}: {error}") from None
    for each in changed:
        what = "The key that signs heads" if each.of == "heads" else "The electronic device"
        old = " and ".join(map(short, each.old)) or "none"
        print(f"{what}: {old} before, {short(each.new)} from now on. {who.person} ({who.licence}) is on record.")
    print("Export the heads now, and keep them elsewhere: croupier export --db DB --out FILE --heads HEADS")
    print("If rounds have lost their seeds, croupier recover --db DB lists their tables.")
