"""
An append-only evidence store for language model evaluations.

``evalstore.open(path)`` gives a store to append to and to ask; ``evalstore --help`` is the
command line.
"""

__version__ = "0.1.0"

from evalstore.api.store import Store
from evalstore.api.store import open_store as open  # noqa: A004 - the name users expect
from evalstore.errors import DoubtfulInputWarning, OutdatedDatabaseWarning

__all__ = ["DoubtfulInputWarning", "OutdatedDatabaseWarning", "Store", "open"]
