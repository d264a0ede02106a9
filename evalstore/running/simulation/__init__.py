"""
Texts and rates of the simulated system.

``evalstore.running.systems.simulated`` calls it. See docs/architecture.md#running.
"""
