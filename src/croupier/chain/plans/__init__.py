"""The built-in plans, by name."""

from croupier.chain.plan import BuiltIn
from croupier.chain.plans import flat, line, numbers, progressions, shooters

BUILT_IN: dict[str, BuiltIn] = {
    plan.name: plan for family in (flat, line, numbers, shooters, progressions) for plan in family.PLANS
}
