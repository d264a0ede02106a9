"""
Runs: plans of cases, calls of systems, judging, and what is appended.

``evalstore run``, ``judge`` and the checks of calibration and controls call it. See
docs/architecture.md#running.
"""
