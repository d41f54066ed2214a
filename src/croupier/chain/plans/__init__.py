"""The built-in plans, by name."""

from croupier.chain.plan import Plan
from croupier.chain.plans import flat

BUILT_IN: dict[str, Plan] = {plan.name: plan for plan in flat.PLANS}
