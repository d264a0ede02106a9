"""The record: the inbox, the fold, segments, checkpoints, and recovery."""
