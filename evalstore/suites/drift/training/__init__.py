"""
Training of critics on journals.

The systems of drift and ``evalstore drift`` call it. See docs/architecture.md#suites.
"""
