"""Houses that differ from the presets, in the words of the house and in those of the oracle."""

from __future__ import annotations

from typing import Any

from tests.oracle.play import SETUPS

#: Houses other than the presets: their changes, as the house and as the oracle write them.
CHANGES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "up-front": (
        "colorado-craps",
        {"commission.buy.when": "up-front", "commission.lay.when": "up-front"},
        {"commission": ("up-front", 5)},
    ),
    "accept-all": ("colorado-craps", {"readings.C4": "accept-all"}, {"c4": "accept-all"}),
    "exact-only": ("colorado-craps", {"readings.C4": "exact-only"}, {"c4": "exact-only"}),
    "lay-of-the-stake": ("colorado-craps", {"readings.C6": "of-the-stake"}, {"c6": "of-the-stake"}),
    "no-areas": ("colorado-craps", {"options.areas": []}, {"areas": False}),
    "hardways-on": ("colorado-craps", {"options.hardways_on_come_out": True}, {"hardways_on_come_out": True}),
    "even-money-release": ("colorado-single-zero", {"readings.R5": "pays-even-money"}, {"r5": "pays-even-money"}),
    "double-zero-prison": ("colorado-double-zero", {"options.in_prison": True}, {"in_prison": True}),
    "other-craps-tables": (
        "colorado-craps",
        {
            "side_bets.fire-bet.pay_table": "FB-3",
            "side_bets.sharp-shooter.pay_table": "SS-06",
            "side_bets.super-front-line-winner.pay_table": "7",
        },
        {
            "side_bets": {
                "fire-bet": {"pay_table": "FB-3"},
                "sharp-shooter": {"pay_table": "SS-06"},
                "super-front-line-winner": {"pay_table": "7"},
            }
        },
    ),
    "other-roulette-tables": (
        "colorado-double-zero",
        {
            "readings.R15": "36-does-not-count",
            "side_bets.spinner-winner.pay_table": "SW3-U04",
            "side_bets.roulette-up": {"pay_table": "PT-FLT-RU-02", "primary_required": True, "aggregate": 100},
            "side_bets.roulette-up-progressive.pay_table": "PT-BJS-RU-04",
            "side_bets.roulette-up-progressive.unit": 5,
            "side_bets.roulette-up-progressive.contribution_percent": 33,
        },
        {
            "r15": "36-does-not-count",
            "side_bets": {
                **SETUPS["colorado-double-zero"]["side_bets"],
                "spinner-winner": {"pay_table": "SW3-U04"},
                "roulette-up": {"pay_table": "PT-FLT-RU-02", "primary_required": True, "aggregate_cents": 100_00},
                "roulette-up-progressive": {
                    "pay_table": "PT-BJS-RU-04",
                    "unit_cents": 500,
                    "seed_cents": 1_000_000,
                    "reseed_cents": 1_000_000,
                    "contribution_percent": 33,
                },
            },
        },
    ),
    "no-tips": ("colorado-craps", {"tips.wagers": False}, {"tips": False}),
    "free-up-front": (
        "colorado-craps-free",
        {"commission.buy.when": "up-front"},
        {"commission": ("up-front", 5)},
    ),
}
