"""
Parsing of systems' replies: answers, confidences and readings.

Systems and the chat client call it. See docs/architecture.md#running.
"""
