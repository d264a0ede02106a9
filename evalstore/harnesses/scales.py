"""
Scales: which scorers give shares, from 0 to 1, and which measure on a scale of their own.

What ``[scales]`` in ``evalstore.toml`` declares stands. Else a scorer measures where it measured
in an earlier log of the same task: a log of two samples, both rated 1 out of 10, does not show
it. Else the log itself decides.
"""

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from evalstore.base import input_file, sql_files
from evalstore.errors import StoreError, UsageError
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading

TABLE = "scales"
SHARE, MEASUREMENT = "share", "measurement"
KINDS = (SHARE, MEASUREMENT)
# Between a scorer and one of its named parts.
PART = "."


def _nothing_earlier() -> Iterable[tuple[str, str]]:
    return ()


@dataclass(slots=True)
class Scales:
    """
    What is known of scales before a log is read.

    ``declared`` names a scorer, or one part of it as ``scorer.part``; ``earlier`` lists the
    (task, scorer) that measured, and is asked once, when the first log needs it. ``trouble`` says
    why it could not be.
    """

    declared: Mapping[str, str] = field(default_factory=dict)
    earlier: Callable[[], Iterable[tuple[str, str]]] = _nothing_earlier
    trouble: str | None = None
    _measuring: set[tuple[str, str]] | None = None

    @property
    def digest(self) -> str:
        """Name what is declared in a few letters; empty where nothing is."""
        if not self.declared:
            return ""
        text = json.dumps(self.declared, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def are_measurements(self, task: str, scorer: str, *, is_outside: bool) -> bool:
        """
        Say whether a scorer's numbers are measurements; ``is_outside`` is what its log says.

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
            # The next log of this call knows it too.
            self._measuring.add((task, scorer))
        return (task, scorer) in self._measuring

    def _asked(self) -> set[tuple[str, str]]:
        try:
            return set(self.earlier())
        except StoreError as error:
            # Anyone may append while another holds the store; the log then decides alone.
            self.trouble = f"which scorers measured in earlier logs could not be asked: {error}"
            return set()


def declared_in(path: Path) -> dict[str, str]:
    """Return ``[scales]`` of a configuration file; nothing where there is no file."""
    try:
        with input_file.open_bytes(path) as file:
            found = tomllib.load(file).get(TABLE, {})
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path} is not readable as TOML: {error}") from error
    if not isinstance(found, dict):
        raise UsageError(f"{path}: `{TABLE}` is {found!r}, expected a table [{TABLE}]")
    for name, kind in found.items():
        if kind not in KINDS:
            raise UsageError(
                f"{path}, [{TABLE}]: `{name}` is {kind!r}, expected {SHARE!r} or {MEASUREMENT!r}"
            )
    return found


def of_store(layout: Layout, declared: Mapping[str, str]) -> Scales:
    """Return the scales that are declared, and those the runs of a store show."""

    def earlier() -> list[tuple[str, str]]:
        if not layout.database.exists():
            return []
        with reading(layout, wait_seconds=1.0) as reader:
            rows = reader.rows(sql_files.read("sql/queries/measuring_scorers"))
        return [(str(row["suite"]), str(row["validator_id"])) for row in rows]

    return Scales(declared, earlier)
