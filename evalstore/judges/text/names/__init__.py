"""
Names in a reply, compared with the right one.

``factual`` and ``evidence`` call it. See docs/architecture.md#judges.
"""
