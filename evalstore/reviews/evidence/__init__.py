"""
The evidence of a suite and a period in one archive, and the card of one run.

``collected`` reads what the log has of the runs, ``decided_numbers`` writes the bundles of the
numbers that gates decided on. ``objective``, ``implementation`` and ``analysis`` say it in
sentences, each made from rows. See docs/architecture.md#reviews.
"""
