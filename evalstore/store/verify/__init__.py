"""
Checks of a store: of all of it, or of the rows that a decision reads.

``evalstore verify`` calls it, and so do gates, reports and pushes before they read. See
docs/architecture.md#store.
"""
