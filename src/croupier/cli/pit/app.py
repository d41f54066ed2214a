"""The commands of `croupier pit`, with examples. Each has a module of its name."""

from __future__ import annotations

from cyclopts import App

from croupier.cli.pit.alerts import alerts
from croupier.cli.pit.begin import begin, secret
from croupier.cli.pit.cage import cage
from croupier.cli.pit.demo import demo
from croupier.cli.pit.equipment import equipment
from croupier.cli.pit.house import house
from croupier.cli.pit.inspect import inspect
from croupier.cli.pit.people import people
from croupier.cli.pit.proposals import approve, proposals, withdraw
from croupier.cli.pit.run import run


def _examples(*lines: str) -> str:
    return "Examples:\n\n" + "\n\n".join(lines) + "\n"


app = App(
    name="pit",
    help="People, equipment, inspections and houses, for those who run the tables.",
    help_epilogue=_examples(
        "croupier pit demo --db sqlite:///pit.db",
        "croupier pit people --db sqlite:///pit.db",
        "croupier pit inspect --db sqlite:///pit.db",
    ),
)
app.command(
    people,
    help_epilogue=_examples(
        "croupier pit people",
        "croupier pit people register-person person=Bo roles=dealer licence=L-7 since=2026-01-01 "
        "until=2027-12-31 --as Ada",
        "croupier pit people come-on-duty person=Bo role=dealer place=R0 --as Bo",
        "croupier pit people --acts",
    ),
)
app.command(
    equipment,
    help_epilogue=_examples(
        "croupier pit equipment --table R0",
        "croupier pit equipment register-item item=ball-3 kind=ball fields.material=resin fields.metal=false "
        "fields.diameter=11 --as Pat",
        "croupier pit equipment move-item item=ball-3 table=R0 --as Pat",
        "croupier pit equipment issue-kit table=R0 --as Pat",
    ),
)
app.command(
    inspect,
    help_epilogue=_examples(
        "croupier pit inspect",
        "croupier pit inspect inspect-table table=R0 passed=magnets,level,parts,ball remark=fine --as Pat",
        "croupier pit inspect adjust-wheel table=R0 wheel=R0-wheel place= remark=oiled "
        'parts=\'[{"name":"spindle","external":true,"movable":true}]\' --as Mo',
        "croupier pit inspect --log > adjustments.csv",
    ),
)
app.command(
    house,
    help_epilogue=_examples(
        "croupier pit house",
        "croupier pit house activate-house R0=colorado-single-zero C1=my-house.toml --as Pat",
        "croupier pit house roll-back-house tables=R0 --as Pat",
        "croupier pit house record-approval reference=D-17 subject=layout day=2026-01-05 scope='layout L-3' --as Kim",
        "croupier pit house --approvals",
    ),
)
app.command(
    cage,
    help_epilogue=_examples(
        "croupier pit cage",
        "croupier pit cage found-cage amount=100000000 zone=America/Denver hour=6 --as Cam",
        "croupier pit cage issue-fill table=R0 chips='[[10000,50],[2500,100]]' --as Pat",
        "croupier pit cage count-box number=3 counted='[[\"cash\",120000]]' --as Lee",
        "croupier pit cage close-day day=2026-01-31 --as Ann",
        "croupier pit cage --waiting",
    ),
)
app.command(
    alerts,
    help_epilogue=_examples(
        "croupier pit alerts watch",
        "croupier pit alerts",
        "croupier pit alerts clear-alert number=3 reason='counted again: two chips under the rack' --as Pat",
        "croupier pit alerts --cleared --json",
    ),
)
app.command(proposals, help_epilogue=_examples("croupier pit proposals", "croupier pit proposals --json"))
app.command(
    approve,
    help_epilogue=_examples("croupier pit approve pit/3 --as Kim", "croupier pit approve people/1 --as Kim --yes"),
)
app.command(withdraw, help_epilogue=_examples("croupier pit withdraw pit/3 'wrong table' --as Pat"))
app.command(
    begin,
    help_epilogue=_examples(
        "croupier pit begin --first Ada --first-licence A-1 --second Kim --second-licence K-1 --until 2027-12-31"
    ),
)
app.command(
    secret, help_epilogue=_examples("croupier pit secret Bo --as Ada", "croupier pit secret --as Bo --kind pin")
)
app.command(run, help_epilogue=_examples("croupier pit run opening.txt --db sqlite:///pit.db --secrets secrets.toml"))
app.command(
    demo,
    help_epilogue=_examples("croupier pit demo --db sqlite:///pit.db", "croupier serve --db sqlite:///pit.db"),
)
