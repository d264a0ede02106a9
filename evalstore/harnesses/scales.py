"""
Scales of scorers: shares from 0 to 1, or measurements on another scale.

A declaration in ``[scales]`` of ``evalstore.toml`` takes precedence. Otherwise a scorer gives
measurements if it did in an earlier log of the same task, because a log of two samples, both
rated 1 out of 10, does not show it. Otherwise the values in the log decide.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from evalstore.base import sql_files
from evalstore.base.settings import choice, read_toml, require_table, value_of
from evalstore.errors import StoreError
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading

TABLE = "scales"
SHARE, MEASUREMENT = "share", "measurement"
KINDS = (SHARE, MEASUREMENT)
# The separator between a scorer and one of its named parts.
PART = "."


def _nothing_earlier() -> Iterable[tuple[str, str]]:
    return ()


@dataclass(slots=True)
class Scales:
    """
    The scales known before a log is read.

    ``declared`` has a scorer's kind, or that of one part of it under ``scorer.part``. ``earlier``
    returns the (task, scorer) pairs with measurements in earlier logs; it is called once, when the
    first log needs it. ``trouble`` is the message if that call failed.
    """

    declared: Mapping[str, str] = field(default_factory=dict)
    earlier: Callable[[], Iterable[tuple[str, str]]] = _nothing_earlier
    trouble: str | None = None
    _measuring: set[tuple[str, str]] | None = None

    @property
    def digest(self) -> str:
        """The first hex digits of a SHA-256 of ``declared``; empty if nothing is declared."""
        if not self.declared:
            return ""
        text = json.dumps(self.declared, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def are_measurements(self, task: str, scorer: str, *, is_outside: bool) -> bool:
        """
        Return whether a scorer's numbers are measurements.

        ``is_outside`` is True if its log has numbers outside 0 to 1; the scorer is then treated as
        a measuring one for the logs that follow, too.

        >>> scales = Scales({"grade": "measurement", "grade.tone": "share"})
        >>> [scales.are_measurements("t", name, is_outside=False)
        ...  for name in ("grade.length", "grade.tone", "other")]
        [True, False, False]
        >>> scales.are_measurements("t", "other", is_outside=True)
        True
        >>> scales.are_measurements("t", "other", is_outside=False)
        True
        """
        declared = self.declared.get(scorer) or self.declared.get(scorer.partition(PART)[0])
        if declared is not None:
            return declared == MEASUREMENT
        if self._measuring is None:
            self._measuring = self._asked()
        if is_outside:
            # For the next logs of this call.
            self._measuring.add((task, scorer))
        return (task, scorer) in self._measuring

    def _asked(self) -> set[tuple[str, str]]:
        try:
            return set(self.earlier())
        except StoreError as error:
            # Another process holds the store: append anyway, and let the log decide.
            self.trouble = (
                f"cannot read which scorers reported measurements in earlier logs: {error}"
            )
            return set()


def declared_in(path: Path) -> dict[str, str]:
    """
    Return ``[scales]`` of a configuration file, empty if there is no file.

    Raises UsageError if the file cannot be read or a scale is invalid.
    """
    place = f"{path}, [{TABLE}]"
    table = require_table((read_toml(path) or {}).get(TABLE, {}), place, f"a table [{TABLE}]")
    return {name: value_of(table, name, place, choice(KINDS)) for name in table}


def of_store(layout: Layout, declared: Mapping[str, str]) -> Scales:
    """Return scales with these declarations, and with the measuring scorers of a store's runs."""

    def earlier() -> list[tuple[str, str]]:
        if not layout.database.exists():
            return []
        with reading(layout, wait_seconds=1.0) as reader:
            rows = reader.rows(sql_files.read("sql/queries/measuring_scorers"))
        return [(str(row["suite"]), str(row["validator_id"])) for row in rows]

    return Scales(declared, earlier)
