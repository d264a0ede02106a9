"""Replicas of a remote with a part of its log."""
