"""
The client of chat models: requests, retries, prompts, confidence.

Systems of the kind ``chat_model``, judges by model and reviews call it. See
docs/architecture.md#running.
"""
