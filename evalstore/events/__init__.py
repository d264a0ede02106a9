"""
The definition of an event: schemas, parsing, repair, removal of secrets, validation.

``evalstore.harnesses`` and ``evalstore.running`` call it before they append. See
docs/architecture.md#events.
"""
