"""Drafts of questions with known answers, and even draws from them, for several domains."""
