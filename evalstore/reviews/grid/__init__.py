"""
The grid: one self-contained page of cases by systems or runs, with replies side by side.

``evalstore grid`` writes it. See docs/architecture.md#reviews.
"""
