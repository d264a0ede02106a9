"""Parts of ``model_judge``: templates, prompts, calls of the model and parsing of its replies."""
