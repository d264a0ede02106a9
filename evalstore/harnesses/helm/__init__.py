"""
Run folders of HELM, whose files are joined by instance, perturbation and trial.

``evalstore.harnesses.detect`` finds it by its name; ``ingest`` calls it. See
docs/architecture.md#harnesses.
"""
