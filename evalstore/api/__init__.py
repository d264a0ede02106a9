"""
The Python interface: ``evalstore.open`` gives a ``Store``, which reads and appends.

Programs and notebooks import it through ``evalstore``. See docs/architecture.md#api.
"""
