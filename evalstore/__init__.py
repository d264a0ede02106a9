"""
An append-only evidence store for language model evaluations.

``evalstore.open(path)`` gives a store to append to and to ask; ``evalstore --help`` is the
command line. docs/architecture.md#the-packages describes the packages.
"""

import sys

from evalstore.api.store import Store
from evalstore.api.store import open_store as open  # noqa: A004 - the name users expect
from evalstore.base.former_names import FormerNames
from evalstore.base.version import __version__
from evalstore.errors import DoubtfulInputWarning, OutdatedDatabaseWarning

__all__ = [
    "DoubtfulInputWarning",
    "OutdatedDatabaseWarning",
    "Store",
    "__version__",
    "open",
]

sys.meta_path.insert(0, FormerNames())
