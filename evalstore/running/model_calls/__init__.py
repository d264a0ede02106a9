"""
Requests to models that judge or explain: fenced data, a spending limit, kept replies.

Judges by model and ``evalstore review`` call it. See docs/architecture.md#running.
"""
