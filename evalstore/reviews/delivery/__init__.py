"""
Deliver the review of a gate: comments, issues, messages and signed requests.

Only the destinations in ``evalstore.toml`` are used, and only with ``gate --notify``. Secrets are
redacted with the rules of the store before sending; docs/notify.md is the reference.
"""
