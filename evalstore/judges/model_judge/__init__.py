"""The parts of ``model_judge``: templates, prompts, asking and the reading of replies."""
