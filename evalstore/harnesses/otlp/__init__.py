"""OpenTelemetry as JSON: spans of generative models, and evaluations of what they replied."""
