"""What Big Six reads of a house."""

from __future__ import annotations

from typing import TypeAlias

from croupier.core import rules
from croupier.games.big_six.options import BigSixOptions

Rules: TypeAlias = rules.Rules[BigSixOptions]
