"""Reports on runs, as one HTML page or as Markdown."""
