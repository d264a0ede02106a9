"""
Logs in a folder or in object storage, which several stores share.

``evalstore push`` and ``pull`` call it. See docs/architecture.md#scale.
"""
