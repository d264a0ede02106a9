"""Reader of results on the Hugging Face Hub: reported figures of a model, without cases."""
