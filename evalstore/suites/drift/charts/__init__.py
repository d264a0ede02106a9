"""
Charts of the suite, each named after its file.

``evalstore chart`` finds them by name, and the report's section of drift calls them. See
docs/architecture.md#suites.
"""
