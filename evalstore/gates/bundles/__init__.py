"""
Bundles of decisions: what a gate decided and the bundle of each number that it decided on.

``bundling`` writes the zip file; ``check.py`` and ``readme.txt`` are copied into it as they are.
See docs/architecture.md#gates.
"""
