"""Tables of any shape, mapped to events by a SELECT that the caller writes."""
