"""Files, texts and tables: what every other package may use."""
