"""Cards: facts of a graph, a question about one of them, and the label of its answer."""
