"""The format context_cards."""
