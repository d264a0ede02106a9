"""
Cards: facts of a graph, a question about one of them, and the label of its answer.

The generator of the suite and ``evalstore kg`` call it. See docs/architecture.md#suites.
"""
