"""Simulations as files: JSON, CSV, Parquet, a page or a plot. The extension of the file selects the format."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.documents import writing
from croupier.sim.statistics import Figure, Simulation, observed_error, percentiles
from croupier.sim.terms import Rounds
from croupier.sim.totals import ENDS, SessionTotals, Totals

if TYPE_CHECKING:
    from polars import DataFrame

MOST_DIGITS = 1_000  # an exact fraction with more digits is not written out


def write(found: Sequence[Simulation], path: Path) -> None:
    """Write all simulations to one file."""
    writing.put(FORMS[path.suffix.lower()](found), path)


def data(found: Sequence[Simulation]) -> dict[str, Any]:
    """One object for JSON: the object of a single plan, or a list of several under `plans`."""
    rows = [row(each) for each in found]
    return rows[0] if len(rows) == 1 else {"seed": rows[0]["seed"], "plans": rows}


def row(found: Simulation) -> dict[str, Any]:
    """One simulation. Amounts are in cents; `mean`, `expected` and `exact` are in cents per round."""
    result, totals, gain = found.result, found.result.totals, found.exact.gain
    by = {figure.key: figure for figure in found.figures}
    net = by.get("net")
    return {
        "plan": found.chain.plan.name,
        "house": found.chain.house.name,
        "rounds": totals.rounds,
        "seed": result.seed,
        "backend": result.backend,
        "device": result.device,
        "net_cents": totals.net,
        "wagered_cents": totals.wagered,
        "mean": found.mean,
        "exact": None if gain is None else float(gain.net),
        "exact_fraction": None if gain is None else _fraction(gain.net),
        "exact_error": None if gain is None else gain.error,
        "standard_error": net and net.error,
        "z": found.z,
        "rounds_per_second": found.rounds_per_second,
        "seconds": result.seconds,
        "complete": result.complete,
        "streams": totals.streams,
        **(_of_rounds(found, totals) if isinstance(totals, Totals) else _of_sessions(found, totals)),
        "notes": list(found.notes),
    }


def _fraction(value: Fraction | float) -> str | None:
    """The fraction in full, unless it is a float or has too many digits."""
    if not isinstance(value, Fraction) or value.denominator >= 10**MOST_DIGITS:
        return None
    return str(value)


def _of_rounds(found: Simulation, totals: Totals) -> dict[str, Any]:
    terms = found.result.terms
    assert isinstance(terms, Rounds)
    by = {figure.key: figure for figure in found.figures}
    return {
        "rounds_asked": terms.rounds,
        "decided": totals.decided,
        "expected": _float(by["net"].expected),
        "standard_error_observed": observed_error(totals),
        **{key: by[key].observed for key in ("edge", "stdev")},
        **{f"{key}_exact": _float(by[key].exact) for key in ("edge", "stdev")},
    }


def _of_sessions(found: Simulation, totals: SessionTotals) -> dict[str, Any]:
    terms = found.result.terms
    assert not isinstance(terms, Rounds)
    by = {figure.key: figure for figure in found.figures}
    whole = found.exact.session
    none = Figure("", "", "share", 0.0, None if whole is None else 0.0)
    return {
        "sessions": totals.streams,
        "sessions_asked": terms.sessions,
        **{name: getattr(terms, name) for name in ("bankroll", "goal", "loss_limit", "max_rounds")},
        "ends": {end: {"sessions": totals.ends[end], **_estimate(by.get(f"end-{end}", none))} for end in ENDS},
        "result": {
            **_estimate(by["result"]),
            "stdev": by["result_stdev"].observed,
            "stdev_exact": _float(by["result_stdev"].exact),
            "percentiles": percentiles(totals.nets),
        },
        "session_rounds": _estimate(by["rounds"]),
        "drawdown": {
            **_estimate(by["drawdown"]),
            "exact_low": None if whole is None else float(whole.drawdown_low),
            "exact_high": None if whole is None else float(whole.drawdown_high),
            "percentiles": percentiles(totals.drawdowns),
        },
        "session_error": None if whole is None else whole.error,
    }


def _estimate(figure: Figure) -> dict[str, Any]:
    name = "rate" if figure.unit == "share" else "mean"
    exact = {"exact": _float(figure.exact), "z": figure.z}
    return {name: figure.observed, "standard_error": figure.error, **exact}


def _float(value: Fraction | float | None) -> float | None:
    return None if value is None else float(value)


def _frame(found: Sequence[Simulation]) -> DataFrame:
    """For rounds: a row for each plan. For sessions: a row for every result, with its exact chance if known."""
    import polars

    if all(isinstance(each.result.totals, Totals) for each in found):
        plain = [{key: value for key, value in row(each).items() if key != "notes"} for each in found]
        return polars.DataFrame([{**each, "seed": str(each["seed"])} for each in plain], infer_schema_length=None)
    rows = []
    for each in found:
        totals, whole = each.result.totals, each.exact.session
        assert isinstance(totals, SessionTotals)
        chances = {} if whole is None else dict(whole.results)
        for net in sorted({*totals.nets, *chances}):
            many = totals.nets.get(net, 0)
            exact = None if whole is None else float(chances.get(net, 0))
            rows.append((each.chain.plan.name, net, many, many / totals.streams, exact))
    columns = {
        "plan": polars.String,
        "net_cents": polars.Int64,
        "sessions": polars.Int64,
        "share": polars.Float64,
        "exact": polars.Float64,
    }
    return polars.DataFrame(rows, schema=columns, orient="row")


def _json(found: Sequence[Simulation]) -> bytes:
    return (json.dumps(data(found), indent=1, ensure_ascii=False) + "\n").encode()


def _csv(found: Sequence[Simulation]) -> bytes:
    return _frame(found).write_csv().encode()


def _parquet(found: Sequence[Simulation]) -> bytes:
    held = BytesIO()
    _frame(found).write_parquet(held)
    return held.getvalue()


def _html(found: Sequence[Simulation]) -> bytes:
    from croupier.documents.html import html
    from croupier.documents.simulation.report import document

    return html(document(found))


def _plot(form: str) -> Callable[[Sequence[Simulation]], bytes]:
    def draw(found: Sequence[Simulation]) -> bytes:
        from croupier.documents.simulation.plots import WHOLE, picture
        from croupier.documents.simulation.report import drawings

        return picture(drawings(found), WHOLE, form)

    return draw


FORMS: dict[str, Callable[[Sequence[Simulation]], bytes]] = {
    ".html": _html,
    ".png": _plot("png"),
    ".svg": _plot("svg"),
    ".parquet": _parquet,
    ".csv": _csv,
    ".json": _json,
}
