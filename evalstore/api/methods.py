"""The base of all classes that contribute methods to ``Store``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evalstore.store.layout import Layout


class Methods:
    """Methods of a store; ``layout`` has the paths of its files."""

    layout: Layout
