"""Cases about experience: prompts that ask for it, and for what it is not."""
