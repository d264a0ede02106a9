"""
The section of a report on value drift, with its template and its styles.

See docs/architecture.md#suites.
"""
