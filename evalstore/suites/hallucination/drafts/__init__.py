"""
Drafts of questions with known answers, and even draws from them.

The topics of history and science call it. See docs/architecture.md#suites.
"""
