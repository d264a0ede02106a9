"""
Numbers, units and dates in a reply, compared with the right one.

``factual``, ``evidence`` and ``confidence`` call it. See docs/architecture.md#judges.
"""
