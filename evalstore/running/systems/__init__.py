"""
Systems under test, one file for each kind, which has the kind's name.

The registry in ``evalstore.plugins`` finds them; runs call them. See docs/architecture.md#running.
"""
