"""
Write a bundle of decisions: their events, and the bundle of each number that they are about.

The numbers are those of the log as it was when the gate decided. What the numbers give is compared
with what was recorded by the check.py that goes into the file, so that both say the same.
"""

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from evalstore.base import sql_files
from evalstore.errors import CorruptStoreError, UsageError
from evalstore.gates.bundles.check import compared
from evalstore.metrics import catalog
from evalstore.metrics.catalog import Metric
from evalstore.store.explanation.bundles import bundling
from evalstore.store.explanation.bundles.bundling import BundleOptions, WrittenBundle
from evalstore.store.explanation.bundles.texts import BundledEvent, outgoing, without_secrets
from evalstore.store.explanation.equality import are_equal
from evalstore.store.explanation.explaining import needed_files
from evalstore.store.explanation.recomputing import recomputed
from evalstore.store.layout import Layout
from evalstore.store.query.queries import Filter, Slice

FOLDER: Final = Path(__file__).parent
# A decision that has not even these of the numbers gets no bundle.
ALWAYS: Final = frozenset({"value", "n"})
NOT_RECOMPUTED: Final = (
    "the decision itself, its level and its chance of a false block, which depend on all gates"
)
# What the reference of a baseline begins with that is the mean of several runs.
MEAN: Final = "mean:"
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BundledDecisions:
    """
    Decisions of one gate on one run, by the positions of their events, with their payloads.

    ``configuration`` is what their SHA-256 is of, as ``gates.config.decisive`` gives it; None if
    it is not known.
    """

    run_id: str
    by_position: Mapping[int, Row]
    configuration: Row | None = None

    @property
    def first(self) -> Row:
        """Return the payload of the first decision."""
        return next(iter(self.by_position.values()))

    @property
    def metric(self) -> Metric:
        """Return the metric that they are about."""
        return catalog.find(str(self.first["metric"]))

    @property
    def run_ids(self) -> list[str]:
        """Return the run, and the run that is the baseline where it is one run, not a mean."""
        baselines = [
            row.get("baseline_run_id")
            for row in self.by_position.values()
            if not str(row.get("baseline_reference")).startswith(MEAN)
        ]
        return list(dict.fromkeys((self.run_id, *(str(name) for name in baselines if name))))


def why_none(decisions: BundledDecisions) -> str:
    """Return why decisions can have no bundle, empty if they may have one."""
    if any(row.get("parameters") for row in decisions.by_position.values()):
        return "its gate sets parameters of the metric, and a bundle has the defaults"
    if not any("value" in row for row in decisions.by_position.values()):
        return "the gate decided on no number of the run"
    return ""


def write(layout: Layout, decisions: BundledDecisions, options: BundleOptions) -> WrittenBundle:
    """
    Write the bundle of decisions of a gate.

    Raises UsageError if there can be none, as if a number needs texts that are left out or the
    store lacks events of a baseline; CorruptStoreError if a decision was on another value or count
    than the segments give; StoreError if the file cannot be written.
    """
    options.require_new(layout)
    if reason := why_none(decisions):
        raise UsageError(f"gate {decisions.first['gate_id']} has no bundle here: {reason}")
    with tempfile.TemporaryDirectory(prefix="evalstore-bundle-") as name:
        folder = Path(name)
        numbers = {}
        for number, run_id in enumerate(decisions.run_ids, start=1):
            numbers[run_id] = f"numbers/{number}"
            _write_number(layout, decisions, run_id, folder / numbers[run_id], options)
        events = _events(layout, decisions, without_texts=options.without_texts)
        _write_decisions(folder, decisions, numbers, events)
        sums = bundling.zip_folder(folder, options.path)
    return bundling.written(options, sums, events)


def _write_number(
    layout: Layout, decisions: BundledDecisions, run_id: str, folder: Path, options: BundleOptions
) -> None:
    """Write the bundle of the numbers of one run, as its own folder with its own SHA256SUMS."""
    folder.mkdir(parents=True)
    files = needed_files(decisions.metric)
    slice_name = str(decisions.first["slice"]).partition("=")[0]
    selected = Filter(run_id, slices=(Slice(slice_name),))
    size = int(decisions.first["tree_size"])
    with recomputed(layout, run_id, files, size) as then:
        bundling.write_members(
            then, decisions.metric, files, selected, folder, without_texts=options.without_texts
        )
    bundling.write_sums(folder)


def _events(
    layout: Layout, decisions: BundledDecisions, *, without_texts: bool
) -> list[BundledEvent]:
    with recomputed(layout, decisions.run_id, ()) as now:
        events = bundling.events_of(now, decisions.run_id)
    chosen = [event for event in events if event.position in decisions.by_position]
    return outgoing(chosen, without_texts=without_texts)


def _write_decisions(
    folder: Path,
    decisions: BundledDecisions,
    numbers: Mapping[str, str],
    events: list[BundledEvent],
) -> None:
    """Write what is beside the numbers."""
    metric, first = decisions.metric, decisions.first
    bundling.write_events(folder / "events.jsonl", events)
    if len(numbers) > 1 and not metric.why_not_counted:
        text = sql_files.read("sql/explanations/bundled/drop")
        (folder / "drop.sql").write_text(text, encoding="utf-8")
    stated: Row = {
        "evalstore_bundle": bundling.VERSION,
        "gate": first["gate_id"],
        "run_id": decisions.run_id,
        "metric": metric.name,
        "better": metric.better,
        "tree_size": first["tree_size"],
        "root": first["root"],
        "configuration": _outgoing_configuration(decisions),
        "numbers": numbers,
        "events": [[event.position, event.withheld] for event in events],
    }
    with chdir(folder):
        again = {
            str(position): _recomputed(stated, payload, decisions.run_id)
            for position, payload in decisions.by_position.items()
        }
    stated["recomputed"] = again
    stated["not_recomputed"] = [*_not_recomputed(decisions, again)]
    if not any(name.startswith("drop") for names in again.values() for name in names):
        (folder / "drop.sql").unlink(missing_ok=True)
    bundling.write_json(folder / "bundle.json", stated)
    (folder / "check.py").write_bytes((FOLDER / "check.py").read_bytes())
    (folder / "README.txt").write_text(_readme(stated), encoding="utf-8")


def _outgoing_configuration(decisions: BundledDecisions) -> Row | None:
    configuration = decisions.configuration
    if configuration is not None and without_secrets("", configuration) != configuration:
        raise UsageError(
            "the configuration of the gate has what looks like a secret, and without it it would "
            "not have the recorded SHA-256; explain the decision without --bundle"
        )
    return configuration


def _recomputed(stated: Row, payload: Row, run_id: str) -> list[str]:
    """
    Return which parts of a decision its numbers give again.

    An interval by resampling is not among them, nor a drop from the mean of several runs.
    """
    if "value" not in payload:
        return []
    parts = [*compared(stated, payload | {"run_id": run_id})]
    equal = [name for name, recorded, found in parts if are_equal(recorded, found)]
    if different := sorted(ALWAYS - {*equal}):
        [(recorded, found)] = [part[1:] for part in parts if part[0] == different[0]]
        raise CorruptStoreError(
            f"gate {payload['gate_id']} of run {run_id} decided on the {different[0]} {recorded}, "
            f"but the segments give {found}; run `evalstore explain --gate {payload['gate_id']} "
            f"--run {run_id}` for details"
        )
    drops = [name for name, _, _ in parts if name.startswith("drop")]
    has_drop = {*drops} <= {*equal}
    return [name for name in equal if has_drop or name not in drops]


def _not_recomputed(
    decisions: BundledDecisions, again: Mapping[str, Iterable[str]]
) -> Iterator[str]:
    """Yield in words what check.py does not compute of these decisions."""
    yield NOT_RECOMPUTED
    rows = [(row, {*again[str(at)]}) for at, row in decisions.by_position.items()]
    if any(row.get("interval") and "interval" not in names for row, names in rows):
        yield "an interval by resampling"
    if any(row.get("drop") and "drop value" not in names for row, names in rows):
        yield "the drop, which is from the mean of several runs or has no rows"
    if any(row.get("drop") for row, _ in rows):
        yield "interval and p-value of the drop, and that its baseline is the right run"
    if any(row.get("lead") for row, _ in rows):
        yield "the lead over other systems"
    if any("value" not in row for row, _ in rows):
        yield "a decision without a number"


def _readme(stated: Row) -> str:
    numbers = [f"{folder}/: {stated['metric']} of run {run}" for run, folder in
               stated["numbers"].items()]  # fmt: skip
    return bundling.readme(
        FOLDER,
        f"Gate {stated['gate']} on run {stated['run_id']}",
        metric=stated["metric"],
        check_lines=len((FOLDER / "check.py").read_bytes().splitlines()),
        numbers="\n".join(numbers),
        not_recomputed=";\n".join(f"- {words}" for words in stated["not_recomputed"]),
        configuration="configuration has all gates and options as JSON"
        if stated["configuration"]
        else "configuration is null, since only its SHA-256 is recorded",
    )
