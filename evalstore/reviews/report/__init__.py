"""Reports on runs, as an HTML page or as Markdown."""
