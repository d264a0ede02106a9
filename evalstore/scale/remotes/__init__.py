"""Stores that several machines share: a log in a folder or in object storage."""
