"""Charts of metrics, drawn with Altair; each module has one chart and its name."""
