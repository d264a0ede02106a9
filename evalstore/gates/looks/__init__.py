"""
Looks: decisions of gates on a run that is still being asked.

``evalstore gate --while-running`` and ``evalstore run --stop-when-decided`` call it. See
docs/architecture.md#gates.
"""
