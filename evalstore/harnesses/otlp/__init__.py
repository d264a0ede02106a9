"""OpenTelemetry as JSON: spans of generative models, and evaluations of their replies."""
