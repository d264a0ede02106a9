"""Reader of hosted OpenAI Evals, which combines objects of its API into runs."""
