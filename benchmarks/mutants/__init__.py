"""
Mutation testing: small faults put into the code one at a time, to see whether a test notices.

``python -m benchmarks.mutants --help``.
"""
