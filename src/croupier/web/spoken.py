"""What the table says of people and wagers, as it is told to the one who asked."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from croupier.core.refusal import Code
from croupier.host import Refused
from croupier.house import House
from croupier.table import State
from croupier.web import naming
from croupier.web.messages import words
from croupier.web.visitors import NAME


def to(player: str | None, refusal: Refused, state: State) -> Refused:
    """A refusal as somebody reads it: himself as "you", other guests by their place, wagers by their names."""
    said, message = words()["refusals"], refusal.message
    if refusal.code == Code.NOT_SEATED:
        message = said["not_seated"]
    elif player is not None:
        for verb, you in ((" has ", "you_have"), (" is ", "you_are")):
            if message.startswith(f"{player}{verb}"):
                message = said[you] + message.removeprefix(f"{player}{verb}")
        message = message.replace(f"{player}'s ", said["your"]).replace(player, said["you"])
    message = NAME.sub(lambda found: naming.person(found[0], state.seats), message)
    message = _wagers(state.house).sub(lambda found: naming.wager(found[0]), message)
    return msgspec.structs.replace(refusal, message=message[:1].upper() + message[1:])


@lru_cache(maxsize=64)
def _wagers(house: House) -> re.Pattern[str]:
    """The ids of wagers that are no words themselves, the longest first."""
    ids = sorted((each for each in house.offered if "-" in each), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, ids)) or '(?!)'})(?![\w-])")
