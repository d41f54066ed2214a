"""The JSON Schema of house files agrees with the reader."""

from __future__ import annotations

import json
import tomllib
from datetime import date, time
from typing import Any

import jsonschema
import pytest

from croupier import house
from croupier.house.keys import keys
from croupier.house.schema import schema
from tests.support.command import croupier


def _json(value: Any) -> Any:
    """TOML's dates and times as JSON writes them."""
    if isinstance(value, dict):
        return {key: _json(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_json(each) for each in value]
    return value.isoformat() if isinstance(value, date | time) else value


def _preset(name: str) -> dict[str, Any]:
    data: dict[str, Any] = _json(tomllib.loads(house.find(name).read_text(encoding="utf-8")))
    return data


@pytest.mark.parametrize("name", house.presets())
def test_every_preset_fits(name: str) -> None:
    jsonschema.validate(_preset(name), schema())


def test_schema_and_reader_know_the_same_keys() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    known: Any = schema()
    assert set(known["properties"]) == set(keys())


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "poker"),
        ("rulebok", "2022-09-01"),
        ("chips", {"denominations": [1.5]}),
        ("chips", {"denominations": [True]}),
        ("commission", {"buy": {"percent": 6, "when": "on-win"}}),
        ("commission", {"field": {"percent": 5, "when": "on-win"}}),
        ("readings", {"C4": "whatever"}),
        ("wagers", {"offered": ["dont-psas"]}),
        ("limits", {"default": {"min": 0, "max": 5}}),
    ],
)
def test_what_the_reader_faults_the_schema_faults(key: str, value: Any) -> None:
    data = _preset("colorado-craps") | {key: value}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, schema())
    with pytest.raises(house.Unsound):
        house.load("colorado-craps", change={key: value})


def test_the_command_prints_it() -> None:
    assert json.loads(croupier("house", "schema").stdout) == schema()
