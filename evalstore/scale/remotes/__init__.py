"""Remotes: logs in a folder or in object storage, which several machines share."""
