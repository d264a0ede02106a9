"""The cases that each number of a run counts and leaves out, as sets of rows of its page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from evalstore.metrics.catalog import Metric, catalog
from evalstore.metrics.counted import counting_alike, selection_statement
from evalstore.reviews.charts.drawing.rows import RowReader, count_of, text_of
from evalstore.reviews.report.rows import anchor, run_query
from evalstore.store.query.queries import SLICES_OF_USE

ALL: Final = "all"
# Slices of this family are of readings and some others of attempts; their sets are read on their
# own, because they are not subsets of cases.
FAMILY_OF_READINGS: Final = "drift"
# metric, system_id, validator_id, variant, slice_name, slice_value
Key = tuple[str, str, str, str, str, str]


@dataclass(frozen=True)
class NumberSet:
    """A number of the page and its set, limited to its slice if ``is_within_slice``."""

    anchor: str
    key: Key
    set_number: int
    is_within_slice: bool


@dataclass(frozen=True)
class CaseSet:
    """
    Rows counted and rows left out by reason, as bits.

    ``loose`` counts by reason what is not a case, such as a value as a whole.
    """

    counted: str
    left_out: tuple[tuple[str, str], ...]
    loose: tuple[tuple[str, int], ...]


def counted_anchor(run_id: str, key: Key) -> str:
    """Return the address of the cases that a number counts."""
    metric, system_id, validator_id, variant, slice_name, slice_value = key
    return anchor(
        "counted", run_id, metric, system_id, validator_id, variant, slice_name, slice_value
    )


def prepare(reader: RowReader, run_id: str, keys: Iterable[Key]) -> dict[Key, tuple[int, bool]]:
    """
    Read the cases of the numbers, and return for each the id of its set and a flag.

    The flag is True if the set covers all slices and the number counts only those of its own
    slice. The rows are in the temporary table ``page_counted``.
    """
    alike = counting_alike(catalog().values())
    numbers: dict[Key, int] = {}
    placed: dict[Key, tuple[int, bool]] = {}
    for key in keys:
        if key[0] not in alike:
            continue
        counting = alike[key[0]]
        is_of_cases = counting.family != FAMILY_OF_READINGS and key[4] not in SLICES_OF_USE
        is_within = key[4] != ALL and is_of_cases
        source: Key = (counting.name, *key[1:4], ALL, ALL) if is_within else (
            counting.name, *key[1:]
        )  # fmt: skip
        placed[key] = (numbers.setdefault(source, len(numbers)), is_within)
    _select(reader, run_id, numbers, {alike[key[0]].name: alike[key[0]] for key in placed})
    return placed


def _select(
    reader: RowReader, run_id: str, numbers: Mapping[Key, int], metrics: Mapping[str, Metric]
) -> None:
    columns = list(zip(*numbers, strict=True)) or [()] * 6
    names = ("metrics", "system_ids", "validator_ids", "variants", "slice_names", "slice_values")
    run_query(
        reader,
        "cases/page_sets",
        set_ids=list(numbers.values()),
        **{name: list(column) for name, column in zip(names, columns, strict=True)},
    )
    reader.connection.execute(selection_statement(*(metrics.values() or [catalog()["accuracy"]])))
    run_query(
        reader,
        "cases/page_counted",
        run_id=run_id,
        known_slice_names=sorted({key[4] for key in numbers}),
    )


def sets_of(
    reader: RowReader, run_id: str, placed: Mapping[Key, tuple[int, bool]], row_count: int
) -> tuple[tuple[CaseSet, ...], tuple[NumberSet, ...]]:
    """Return the distinct sets, and the numbers with the index of their set."""
    parts: dict[int, list[tuple[str | None, str, int]]] = {}
    for row in run_query(reader, "cases/members", row_id_max=max(row_count - 1, 0)):
        reason = None if row["reason"] is None else str(row["reason"])
        parts.setdefault(count_of(row, "set_id"), []).append(
            (reason, text_of(row, "bits"), count_of(row, "loose_count"))
        )
    set_numbers: dict[CaseSet, int] = {}
    places = {
        set_id: set_numbers.setdefault(_set_of(parts.get(set_id, [])), len(set_numbers))
        for set_id in sorted({set_id for set_id, _ in placed.values()})
    }
    numbers = tuple(
        NumberSet(counted_anchor(run_id, key), key, places[set_id], is_within)
        for key, (set_id, is_within) in placed.items()
    )
    return tuple(set_numbers), numbers


def _set_of(parts: list[tuple[str | None, str, int]]) -> CaseSet:
    return CaseSet(
        counted="".join(bits for reason, bits, _ in parts if reason is None),
        left_out=tuple((reason, bits) for reason, bits, _ in parts if reason is not None and bits),
        loose=tuple((reason or "", count) for reason, _, count in parts if count),
    )
