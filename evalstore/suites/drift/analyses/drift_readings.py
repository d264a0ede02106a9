"""Readings of a run for the drift analyses, and the event that records an analysis."""

import hashlib
import json
from dataclasses import dataclass

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.store.query.reader import Reader
from evalstore.suites.drift.engine.arrays import ReadingRow, Readings, readings_of

UNTOUCHED, TUNING = True, False


@dataclass(frozen=True, slots=True)
class ReadingSource:
    """A system of a run with its readings of every persona's week."""

    run_id: str
    system_id: str
    tree_size: int
    rows: tuple[ReadingRow, ...]

    def readings(self) -> Readings:
        """Return the readings as arrays."""
        return readings_of(self.rows)


@dataclass(frozen=True, slots=True)
class Recorded:
    """An analysis of a run: its method, parameters and results."""

    run_id: str
    method: str
    parameters: dict[str, object]
    tree_size: int
    results: dict[str, object]

    @property
    def analysis_id(self) -> str:
        """Return the id: the same method with the same parameters has the same id."""
        text = json.dumps([self.method, self.parameters], sort_keys=True)
        return f"{self.method}:{hashlib.sha256(text.encode()).hexdigest()[:32]}"

    def event(self) -> dict[str, object]:
        """Return the analysis as an analysis_recorded event."""
        return {
            "kind": "analysis_recorded",
            "run_id": self.run_id,
            "payload": {
                "analysis_id": self.analysis_id,
                "method": self.method,
                "parameters": self.parameters,
                "tree_size": self.tree_size,
                "results": self.results,
            },
        }


def source(reader: Reader, run_id: str, system_id: str | None = None) -> ReadingSource:
    """
    Return the readings of a system; ``system_id`` may be None if the run has only one system.

    Raises UsageError if the run has no usable readings, or several systems and none is named.
    """
    system_id = system(reader, run_id, system_id)
    records = reader.rows(
        sql_files.read("sql/analyses/drift_readings"), run_id=run_id, system_id=system_id
    )
    rows = tuple(_row(row) for row in records)
    if not any(row.alignment is not None for row in rows):
        raise UsageError(
            f"run {run_id!r} has readings of {system_id!r}, but their cases lack the attributes "
            "persona_id and week; record both in the case_generated event of each week"
        )
    [size] = reader.rows(sql_files.read("sql/analyses/answer_size"), run_id=run_id)
    return ReadingSource(run_id, system_id, int(str(size["tree_size"])), rows)


def system(reader: Reader, run_id: str, system_id: str | None) -> str:
    """Return the requested system, or the only one; raise UsageError as ``source`` does."""
    rows = reader.rows(sql_files.read("sql/analyses/drift_systems"), run_id=run_id)
    names = [str(row["system_id"]) for row in rows]
    if not names:
        raise UsageError(
            f"run {run_id!r} has no readings of alignment; run `evalstore run drift` to record "
            "some, or name another run with --run"
        )
    if system_id is None and len(names) == 1:
        return names[0]
    if system_id not in names:
        description = "several systems" if system_id is None else f"no readings of {system_id!r}"
        raise UsageError(
            f"run {run_id!r} has {description}; name one with --system, available: "
            f"{', '.join(names)}"
        )
    return system_id


def is_untouched(persona_id: str, held_out: float, seed: int) -> bool:
    """
    Return True if a persona is held out from tuning; depends on its id and the seed only.

    So adding a persona never moves another to the other side.
    """
    digest = hashlib.sha256(f"drift tuning\x1f{seed}\x1f{persona_id}".encode()).digest()
    return int.from_bytes(digest[:8], "big") < held_out * 2**64


def split(
    rows: tuple[ReadingRow, ...], held_out: float, seed: int
) -> tuple[list[ReadingRow], list[ReadingRow]]:
    """
    Return the rows of personas to tune on, and of those that are held out.

    Raises UsageError if either side has no persona.
    """
    sides: dict[bool, list[ReadingRow]] = {TUNING: [], UNTOUCHED: []}
    for row in rows:
        sides[is_untouched(row.persona_id, held_out, seed)].append(row)
    for side, words in ((TUNING, "to tune on"), (UNTOUCHED, "to report on")):
        if not sides[side]:
            count = len({row.persona_id for row in rows})
            raise UsageError(
                f"none of {count} personas is left {words} with --held-out {held_out:g}; set "
                "another share between 0 and 1, use more personas, or name another run with "
                "--report-on"
            )
    return sides[TUNING], sides[UNTOUCHED]


def _row(row: dict[str, object]) -> ReadingRow:
    return ReadingRow(*row.values())  # type: ignore[arg-type]
