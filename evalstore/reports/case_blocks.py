"""Compress the data of the cases of a run into blocks that stand in a page."""

import base64
import gzip
import json
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

# Of gzip: higher ones take twice the time for a percent.
LEVEL: Final = 6
THREADS: Final = 4


@dataclass(frozen=True)
class Block:
    """JSON, compressed with gzip and written in base64, and the id of its element."""

    name: str
    data: Markup


def blocks_of(
    name: str, index: Mapping[str, object], texts: Iterable[tuple[str, str]]
) -> tuple[Block, ...]:
    """Return the block of an index, named NAME-index, and one for each of the named texts."""
    listed = [(f"{name}-index", json.dumps(index)), *texts]
    with ThreadPoolExecutor(THREADS) as pool:
        return tuple(pool.map(_block_of, listed))


def _block_of(named: tuple[str, str]) -> Block:
    name, text = named
    # No surrogate is in a store; what is one all the same is replaced, as the store does.
    raw = text.encode("utf-8", "replace")
    packed = base64.b64encode(gzip.compress(raw, LEVEL, mtime=0)).decode("ascii")
    # Letters, digits, +, / and = have no meaning in HTML.
    return Block(name, Markup(packed))  # noqa: S704
