"""
Helpers that need no other package: opening of files, SQL files, words, tables of text.

Every package imports it. See docs/architecture.md#base.
"""
