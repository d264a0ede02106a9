"""The format phoenix."""
