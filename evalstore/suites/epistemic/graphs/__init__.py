"""Knowledge graphs: statements, entailment and contradiction."""
