"""
Sentence encoders that are read from a folder; nothing is downloaded.

The critic of drift, retrieval of the epistemic suite and the cross-encoder judge call them. See
docs/architecture.md#base.
"""
