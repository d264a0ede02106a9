"""The report: everything about some runs, as one HTML page or as Markdown."""
