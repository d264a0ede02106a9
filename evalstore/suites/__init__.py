"""
Suites: their cases, data, systems and analyses, one folder each.

The registry in ``evalstore.plugins`` finds them; runs call them. See docs/architecture.md#suites.
"""
