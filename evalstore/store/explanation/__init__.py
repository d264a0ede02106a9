"""
Explain a number: its definition, its rows, the events that they rest on, and its recomputation.

``recomputing`` computes the facts of one run again, in a database in memory, from the segments
alone. ``explaining`` sets what that gives beside what the store's database says. See
docs/architecture.md#store.
"""
