"""
Judges (validators) of responses: one folder each, named after the judge.

The registry in ``evalstore.plugins`` finds them; ``evalstore.running`` calls them. See
docs/architecture.md#judges.
"""
