"""Reader of HELM's run folders, whose files are joined by instance, perturbation and trial."""
