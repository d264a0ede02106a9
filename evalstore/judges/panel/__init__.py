"""The judge that counts the votes of others."""
