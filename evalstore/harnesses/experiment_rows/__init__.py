"""
Rows of experiments of tracing tools: a case, its reply, its scores.

The formats of Phoenix, Braintrust, LangSmith, Langfuse, Weave and OpenTelemetry call it. See
docs/architecture.md#harnesses.
"""
