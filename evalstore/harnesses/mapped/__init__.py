"""Tables of any shape, made events by a SELECT that the caller wrote."""
