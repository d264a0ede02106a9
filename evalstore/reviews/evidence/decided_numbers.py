"""
The numbers that gates decided on: the bundle of each, and what its rows count and leave out.

A bundle has all rows of a metric in one slice of one run, so that gates on several systems or on
every domain share one.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from evalstore.errors import CorruptStoreError, UsageError
from evalstore.metrics import catalog
from evalstore.reviews.evidence.collected import Row
from evalstore.reviews.site.names import safe_name
from evalstore.store.explanation.bundles.bundling import BundleOptions
from evalstore.store.explanation.explained import Explanation
from evalstore.store.explanation.explaining import explain
from evalstore.store.query.queries import Filter, Slice
from evalstore.store.query.reader import Reader

FOLDER: Final = "bundles"
KEYS: Final = ("system_id", "validator_id", "slice_name", "slice_value", "variant")
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class DecidedNumber:
    """
    The numbers of a metric in one slice of a run.

    ``file`` is the bundle's path in the pack, and ``sums_sha256`` the SHA-256 of the SHA256SUMS in
    it; without a bundle they are empty and ``why_none`` has the reason. ``numbers`` are those that
    the segments give now, and ``reasons`` count their rows, by what left them out.
    """

    run_id: str
    metric: str
    slice_name: str
    file: str = ""
    sums_sha256: str = ""
    why_none: str = ""
    numbers: list[Row] = field(default_factory=list)
    reasons: list[Row] = field(default_factory=list)

    def value_of(self, decision: Row) -> float | None:
        """Return the present value of the number that a decision is about, None if unknown."""
        for number in self.numbers:
            if _is_of(number, decision):
                value = number["value"]
                return float(value) if isinstance(value, int | float) else None
        return None

    def left_out_of(self, decisions: Iterable[Row]) -> Iterator[Row]:
        """Yield the reasons for which rows of the numbers of decisions were left out."""
        of_number = list(decisions)
        for row in self.reasons:
            if row["reason"] is not None and any(_is_of(row, item) for item in of_number):
                yield row


Key = tuple[object, object, object, object]
Numbers = dict[Key, DecidedNumber]


def _is_of(row: Row, decision: Row) -> bool:
    """Return True if a row is about the number of a decision; it may lack some of the keys."""
    return all((row.get(key, decision[key]) or "") == (decision[key] or "") for key in KEYS)


def key_of(decision: Row) -> Key:
    """Return what the numbers of a decision are found by: run, metric, slice and parameters."""
    return decision["run_id"], decision["metric"], decision["slice_name"], decision["parameters"]


def decided_numbers(
    reader: Reader,
    decisions: Iterable[Row],
    folder: Path,
    redacted_ids: Iterable[str],
    progress: Progress,
    *,
    without_texts: bool = False,
) -> Numbers:
    """
    Write the bundles of the numbers of these decisions into a folder; return them by ``key_of``.

    Raises CorruptStoreError if a number in the database is not what the segments give.
    """
    keys = list(dict.fromkeys(map(key_of, decisions)))
    found: Numbers = {}
    for done, key in enumerate(keys):
        progress(done, len(keys))
        run_id, metric, slice_name = map(str, key[:3])
        reason = _why_none(key, redacted_ids)
        found[key] = (
            DecidedNumber(run_id, metric, slice_name, why_none=reason)
            if reason
            else _bundled(reader, DecidedNumber(run_id, metric, slice_name), folder, without_texts)
        )
    progress(len(keys), len(keys))
    return found


def _why_none(key: Key, redacted_ids: Iterable[str]) -> str:
    """Return why the numbers of a key have no bundle, empty if they may have one."""
    run_id, metric, _, parameters = key
    if run_id in {*redacted_ids}:
        return "the run lost payloads, so that its numbers cannot be computed again"
    if metric not in catalog.catalog():
        return "this version of evalstore does not know the metric"
    if parameters is not None:
        return "its gate sets parameters of the metric, and a bundle has the defaults"
    return ""


def _bundled(
    reader: Reader, number: DecidedNumber, folder: Path, without_texts: bool
) -> DecidedNumber:
    """Write the bundle of a decision's number: the one place where it is made."""
    run_name = safe_name(number.run_id)
    name = f"{FOLDER}/{run_name}/{number.metric}-{safe_name(number.slice_name)}.zip"
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        explanation = explain(
            reader,
            catalog.find(number.metric),
            Filter(number.run_id, slices=(Slice(number.slice_name),)),
            row_limit=0,
            bundle=BundleOptions(path, without_texts),
        )
    except UsageError as error:
        # Nothing was there to decide on, or the metric reads texts that are left out.
        return DecidedNumber(number.run_id, number.metric, number.slice_name, why_none=str(error))
    if explanation.bundle is None:
        raise CorruptStoreError(
            f"{number.metric} of run {number.run_id} is not what the segments give; run "
            f"`evalstore explain {number.metric} --run {number.run_id}` for details"
        )
    return DecidedNumber(
        number.run_id,
        number.metric,
        number.slice_name,
        file=name,
        sums_sha256=explanation.bundle.sums_sha256,
        numbers=list(_numbers(explanation)),
        reasons=explanation.reasons,
    )


def _numbers(explanation: Explanation) -> Iterator[Row]:
    for number in explanation.numbers:
        yield {**number.grain, **(number.recomputed or {})}
