"""
The data dictionary: what each relation, column and macro of a store means.

``evalstore tables`` shows it, and ``evalstore.store.facts`` writes it as comments. See
docs/architecture.md#metrics.
"""
