"""Run folders of HELM: the files of a folder, joined by instance, perturbation and trial."""
