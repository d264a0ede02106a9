"""The epistemic suite: cards out of a knowledge graph, and systems that answer them."""
