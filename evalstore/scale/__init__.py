"""Logs and tables beyond one machine: other engines, a lake, remotes."""
