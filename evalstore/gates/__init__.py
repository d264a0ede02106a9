"""
Gates: bounds on metrics, and the decision whether a run passes.

``evalstore gate``, ``Store.gate`` and the job of Spark call it; ``evalstore.reviews`` shows
decisions. See docs/architecture.md#gates.
"""
