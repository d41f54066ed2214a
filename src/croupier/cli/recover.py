"""`croupier recover`: puts tables back in service that cannot go on by themselves."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from croupier.cli import CannotRead
from croupier.cli.arguments import claim, existing, name_houses
from croupier.text.money import dollars

if TYPE_CHECKING:
    from croupier.device.messages import Answers
    from croupier.floor.claims import Claim
    from croupier.floor.recovery import Lost, People
    from croupier.floor.vault import Vault
    from croupier.store import Signer, Store


def recover(
    *,
    db: str | None = None,
    table: str | None = None,
    by: str | None = None,
    licence: str | None = None,
    second: str | None = None,
    second_licence: str | None = None,
    reason: str | None = None,
    secrets: Path | None = None,
    device: Path | None = None,
    house: Annotated[tuple[Path, ...], Parameter(negative="")] = (),
) -> None:
    """Put tables back in service: void a round whose seed is lost, or acknowledge a step of the clock.

    A step of the clock needs --table and --by: check the clock of the machine first. Voiding a round needs the second
    person and the reason too. Without --table, the tables that wait are listed. Where the store has a list of people,
    everybody named must be on it in that role, and gives a password or PIN; elsewhere, the licences are named.

    Parameters
    ----------
    db
        The store, as sqlite:///PATH or postgresql://…; default: the demonstration of `croupier serve`.
    table
        The table to recover.
    by
        The name of the key manager who directs it.
    licence
        The number of the key manager's licence; a list of people has it.
    second
        The name of the dealer, at craps the stickperson, who notifies the key manager.
    second_licence
        The number of the second person's licence; a list of people has it.
    reason
        Why the seed is lost, for the record.
    secrets
        A TOML file with a line "NAME" = "SECRET" for each person, readable by you alone; default: you are asked.
    device
        The socket of the device that `croupier device` runs; default: the one in the folder of secrets.
    house
        A house file whose tables have variations; may be repeated. Their Python code runs.
    """
    manager = None if table is None else _manager(by, licence, secrets)
    people = None if manager is None or second is None else _people(manager, second, second_licence)
    if people is not None and not (reason or "").strip():
        raise CannotRead("--reason: say why the seed is lost")
    name_houses(house)
    _in_store(db, table, manager, people, reason or "", device)


def _in_store(
    db: str | None, table: str | None, manager: Claim | None, people: People | None, reason: str, device: Path | None
) -> None:
    """List what waits, or put one table back in service."""
    from croupier import store as stores
    from croupier.floor import demonstration
    from croupier.floor.claims import NotProven
    from croupier.floor.recovery import CannotRecover
    from croupier.floor.vault import Vault
    from croupier.store.private_folder import Unsafe
    from croupier.table.outcomes import DeviceFailed

    place = db or demonstration.url()
    try:
        with existing(place) as store:
            vault = Vault(demonstration.secrets_of(place))
            signer = vault.signer(store)
            if table is not None:
                _check_table(store, table)
            if table is not None and manager is not None and _acknowledged(store, table, vault, manager):
                return
            with closing(_device(store, vault.device_folder(), device, signer)) as asked:
                if table is None:
                    _list(store, asked)
                elif people is None:
                    raise CannotRead("--second: a round whose seed is lost also needs --second and --reason")
                else:
                    _recover(store, table, asked, vault, people, reason)
    except (stores.StoreError, stores.CannotRead, CannotRecover, NotProven, Unsafe, DeviceFailed, OSError) as error:
        raise CannotRead(f"cannot recover {stores.shown(place)!r}: {error}") from None


def _manager(by: str | None, licence: str | None, secrets: Path | None) -> Claim:
    if by is None:
        raise CannotRead("--table: also needs --by")
    return claim(by, licence, secrets)


def _people(manager: Claim, second: str, second_licence: str | None) -> People:
    from dataclasses import replace

    from croupier.conduct.by import same_person
    from croupier.floor.recovery import People

    if same_person(manager.person, second):
        raise CannotRead("--second: must be another person than --by (30-2206(5), 47.1-2319)")
    return People(manager, replace(manager, person=second, licence=second_licence))


def _acknowledged(store: Store, table: str, vault: Vault, manager: Claim) -> bool:
    """Acknowledge a step of the clock at a table; return whether there was one."""
    from croupier.floor.recovery import acknowledge_clock, stepped

    if (step := stepped(store).get(table)) is None:
        return False
    by = acknowledge_clock(store, table, vault, manager)
    print(f"Table {table} takes wagers again: {by.person} acknowledged that the clock stepped {step}.")
    return True


def _device(store: Store, folder: Path, socket: Path | None, signer: Signer) -> Answers:
    """The device of the store, and no other."""
    from croupier.conduct import keys
    from croupier.device.client import Client
    from croupier.floor.known_device import KnownDevice

    known = keys.key_of(store, "device")
    return KnownDevice(store, Client.of(folder, known) if socket is None else Client(socket, key=known), signer)


def _list(store: Store, device: Answers) -> None:
    from croupier.floor.recovery import lost_seeds, stepped

    found, steps = lost_seeds(store, device), stepped(store)
    for table, step in steps.items():
        print(f"Table {table}: the clock stepped {step}. Check the clock of the machine, then acknowledge it.")
    for lost in found:
        print(f"Table {lost.table}: the seed of round {lost.state.round} is lost. {_would(lost)}")
    if not found and not steps:
        print("No table needs to be recovered.")
        return
    print("To recover one: croupier recover --db DB --table TABLE --by KEY-MANAGER")
    if found:
        print("  and, if its seed is lost, --second DEALER --reason WHY")
    print("  and the licences, if the store has no list of people: --licence NUMBER --second-licence NUMBER")
    raise SystemExit(1)


def _would(lost: Lost) -> str:
    if not lost.wagers:
        return "No wager waits for it. The table would go on with another seed."
    return (
        f"Wagers of {dollars(lost.cents)} ({lost.wagers:,}) would go back to their players; the round would be void."
    )


def _check_table(store: Store, table: str) -> None:
    from croupier.cli.arguments import nearest
    from croupier.table import TABLE, stream_of

    if not store.version(stream_of(table)):
        tables = [each.removeprefix(TABLE.prefix) for each in store.streams() if each.startswith(TABLE.prefix)]
        raise CannotRead(f"--table: there is no table {table!r}{nearest(table, tables)}")


def _recover(store: Store, table: str, device: Answers, vault: Vault, people: People, reason: str) -> None:
    from croupier.floor.recovery import recover as run

    lost = run(store, table, device, vault, people, reason)
    back = (
        f"Wagers of {dollars(lost.cents)} ({lost.wagers:,}) went back." if lost.wagers else "No wager waited for it."
    )
    print(f"Table {table} is in service again: the seed of round {lost.state.round} is declared lost. {back}")
