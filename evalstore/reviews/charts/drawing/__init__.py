"""Helpers of all charts: text, numbers, colours, layout and rows."""
