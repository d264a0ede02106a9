"""Results on the Hugging Face Hub: figures that somebody reports of a model, without cases."""
