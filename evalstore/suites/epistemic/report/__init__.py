"""
The section of a report on cards, with its template and its styles.

See docs/architecture.md#suites.
"""
