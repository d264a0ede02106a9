"""Replicas of a remote that hold a part of its log."""
