"""Files, texts and tables: helpers that every other package may use."""
