"""
The order in which a run asks its cases where the seed draws it, so that it may be looked at early.

Clusters, else sessions, else cases are drawn; the cases of one stay together and in their order.
The queries of ``sql/looks`` compute the same order from the seed and the recorded cases.
"""

import hashlib
from collections.abc import Iterable

from evalstore.errors import UsageError
from evalstore.plugins.case import Case

# What run_started says of an order that the seed draws.
ORDER_KEY, DRAWN = "case_order", "drawn"


def drawn(cases: Iterable[Case], seed: str) -> list[Case]:
    """
    Return the cases in the order that a seed draws.

    Raises UsageError if a session has cases of several clusters, which cannot be asked apart.
    """
    cases = list(cases)
    clusters: dict[str, str | None] = {}
    for case in cases:
        if case.session_id is None:
            continue
        first = clusters.setdefault(case.session_id, case.cluster_id)
        if first != case.cluster_id:
            raise UsageError(
                f"session {case.session_id} has cases of several clusters, expected one, since "
                "whole clusters are drawn; leave --drawn-order and --stop-when-decided out"
            )
    return sorted(cases, key=lambda case: _place(case, seed))


def _place(case: Case, seed: str) -> str:
    """Return the place of a case in the draw: the SHA-256, in hex, of the seed and its unit."""
    unit = case.cluster_id or case.session_id or f"\x01{case.case_id}"
    return hashlib.sha256(f"{seed}\n{unit}".encode()).hexdigest()
