"""Readers of Inspect logs: `.eval` archives, JSON streams, and samples cut to mapped fields."""
