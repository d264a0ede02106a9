"""Charts of metrics, drawn with Altair: one chart a file, named after it."""
