"""
Deliver the review of a gate: comments, issues, messages and signed requests.

Only the destinations that ``evalstore.toml`` configures, and only where ``gate --notify`` asks.
What is sent passes the rules that keep secrets out of the store; docs/notify.md is the reference.
"""
