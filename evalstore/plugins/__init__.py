"""
The types that cases, systems, validators and suites exchange, and their registry.

Plugins import it, and so do suites, systems and judges of evalstore. See
docs/architecture.md#plugins.
"""
