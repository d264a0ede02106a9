"""
Delivery of a review: comments, issues, messages and signed requests.

``evalstore gate --notify`` calls it, with the destinations of ``evalstore.toml``, and removes
secrets first. See docs/architecture.md#reviews.
"""
