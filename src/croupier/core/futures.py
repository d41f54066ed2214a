"""Turns callbacks into futures."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")
#: A function that starts some work and calls the given callback with its value or error.
Ask: TypeAlias = Callable[[Callable[[T | Exception], None]], None]


def submitted(ask: Ask[T]) -> Future[T]:
    """A future for a thread to wait for; it cannot be cancelled."""
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()
    ask(partial(resolve, future))
    return future


def awaited(ask: Ask[T]) -> asyncio.Future[T]:
    """A future for a coroutine to await; the callback must be called in its event loop."""
    from asyncio import get_running_loop

    future: asyncio.Future[T] = get_running_loop().create_future()
    ask(partial(resolve, future))
    return future


def resolve(future: Future[T] | asyncio.Future[T], found: T | Exception) -> None:
    """Set the value or error of a future, unless it was cancelled."""
    if future.cancelled():
        return
    if isinstance(found, Exception):
        future.set_exception(found)
    else:
        future.set_result(found)
