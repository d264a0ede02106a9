"""Logs and tables beyond one machine: other engines, data lakes, remotes."""
