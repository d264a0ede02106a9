"""
Explain a recorded decision of a gate: decide it again from the segments alone.

A decision records the size and root of the log that it used, and the SHA-256 of its configuration.
The log as it had that size is built anew from the segments, outside the store, and the gates of
that very configuration are evaluated there as `evalstore gate` does.
"""

import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalstore.base import sql_files
from evalstore.base.phrases import counted, short_digest, unknown_name
from evalstore.errors import UsageError
from evalstore.gates import config, decision_events, evaluate
from evalstore.gates.control import Control
from evalstore.gates.gate import Gate
from evalstore.gates.run_gates import GateQuery, configured
from evalstore.store.explanation.equality import are_equal
from evalstore.store.explanation.recomputing import recomputed
from evalstore.store.facts.rebuild import Rebuilt, rebuild_at
from evalstore.store.layout import Layout
from evalstore.store.query.reader import Reader, reading
from evalstore.store.verify import integrity

if TYPE_CHECKING:
    from evalstore.store.explanation.bundles.bundling import BundleOptions, WrittenBundle

OPTIONS = (
    "allow_incomplete", "allow_undeclared", "allow_other_judge", "require_checked_judge",
    "while_running",
)  # fmt: skip
# What names a decision of a gate on a run.
KEYS = ("system_id", "validator_id", "slice", "variant")
# Words, and what depends on the version that decided or on how facts were compared.
NOT_COMPARED = ("reason", "by_facts_run_ids", "views_sha256", "repairs", "redactions")
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RecordedConfiguration:
    """The gates and options whose SHA-256 a decision records, found again in a file or preset."""

    gates: list[Gate]
    control: Control
    options: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class ExplainedDecision:
    """
    One decision of a gate, as payloads of gate_evaluated: recorded, and decided again.

    ``recomputed`` is None if nothing was decided for this row; ``different`` names the fields
    that differ.
    """

    decided: Row | None
    recomputed: Row | None
    different: list[str]


@dataclass(frozen=True, slots=True)
class GateExplanation:
    """
    The newest recorded decisions of a gate on a run, beside those that the segments give.

    ``tree_size`` and ``root`` are those of the log that they used. ``problems`` are definitions or
    decisions in the store's database that are other than the segments say. ``bundle`` is what
    was written of them.
    """

    gate: Gate
    run_id: str
    tree_size: int
    root: str
    segment_count: int
    configuration: RecordedConfiguration
    config_sha256: str
    decisions: list[ExplainedDecision]
    problems: list[str]
    bundle: "WrittenBundle | None" = None

    @property
    def settings(self) -> Row:
        """Return all gates and options, of whose JSON the configuration has the SHA-256."""
        asked = self.configuration
        return config.decisive(asked.gates, asked.control, **asked.options)

    @property
    def is_equal(self) -> bool:
        """Return True if the database and the recorded decisions say what the segments give."""
        return not (self.problems or any(item.different for item in self.decisions))

    @property
    def difference(self) -> str:
        """Return a sentence on what differs, empty if nothing does."""
        texts = [*self.problems]
        for item in self.decisions:
            if item.different:
                of_row = " ".join(
                    filter(None, (named(item)[key] for key in ("system_id", "slice")))
                )
                texts.append(f"{of_row} differs in {', '.join(item.different)}")
        return "; ".join(texts)

    def to_dict(self) -> dict[str, object]:
        """Return everything as one JSON object, which docs/explain.md describes."""
        return {
            "gate": self.gate.gate_id,
            "run_id": self.run_id,
            "is_equal": self.is_equal,
            "problems": self.problems,
            "configuration": self.settings,
            "config_sha256": self.config_sha256,
            "decisions": [
                {
                    "decided": item.decided,
                    "recomputed": item.recomputed,
                    "different": item.different,
                }
                for item in self.decisions
            ],
            "log": {
                "tree_size": self.tree_size,
                "root": self.root,
                "segment_count": self.segment_count,
            },
            "bundle": None if self.bundle is None else asdict(self.bundle),
        }


def named(item: ExplainedDecision) -> Row:
    """Return the payload of a decision, or the recomputed one if it was not recorded."""
    return {**dict.fromkeys(KEYS, ""), **(item.decided or item.recomputed or {})}


def explain_gate(
    reader: Reader, gate_id: str, query: GateQuery, bundle: "BundleOptions | None" = None
) -> GateExplanation:
    """
    Explain the newest recorded decisions of a gate on the run of ``query``.

    The query names the file or preset that has the gate. A ``bundle`` is written if the database
    and the decisions say what the segments give. Raises UsageError if the gate decided nothing on
    the run, the file has another configuration than the decision or there can be no bundle,
    CorruptStoreError if a segment that is needed was altered.
    """
    run_id, layout = str(query.run_id), reader.layout
    if bundle is not None:
        bundle.require_new(layout)
    problems = integrity.definition_problems(reader)
    beside, in_segments = _recorded(layout, run_id, gate_id)
    by_position = {at: row for at, row in beside.items() if row["gate_id"] == gate_id}
    recorded = [*by_position.values()]
    if problems == [] and in_segments != _in_database(reader, run_id, gate_id):
        problems = [f"facts.gates has other decisions of {gate_id} than the segments"]
    first = recorded[0]
    configuration = _configuration(query, first["config_sha256"], [*beside.values()])
    [gate] = [gate for gate in configuration.gates if gate.gate_id == gate_id]
    with tempfile.TemporaryDirectory(prefix="evalstore-gate-") as folder:
        built = rebuild_at(layout, int(first["tree_size"]), Path(folder) / "evalstore.duckdb")
        payloads = _decided_again(layout, built, run_id, configuration, first["config_sha256"])
    again = [payload for payload in payloads if payload["gate_id"] == gate_id]
    explanation = GateExplanation(
        gate=gate,
        run_id=run_id,
        tree_size=built.tree_size,
        root=built.root,
        segment_count=built.segment_count,
        configuration=configuration,
        config_sha256=first["config_sha256"],
        decisions=list(_beside(recorded, again)),
        problems=problems,
    )
    if bundle is None or not explanation.is_equal:
        return explanation
    # Imported here, since most explanations are without a bundle.
    from evalstore.gates.bundles import bundling

    decided = bundling.BundledDecisions(run_id, by_position, explanation.settings)
    return replace(explanation, bundle=bundling.write(layout, decided, bundle))


def _recorded(layout: Layout, run_id: str, gate_id: str) -> tuple[dict[int, Row], list[Row]]:
    """
    Return what the segments have: the newest decisions of a gate and its neighbours, its facts.

    The decisions of all gates that were decided on with it are payloads by the position of their
    event.
    """
    with recomputed(layout, run_id, ()) as now:
        rows = now.reader.rows(sql_files.read("sql/explanations/decisions"))
        facts = _in_database(now.reader, run_id, gate_id)
    payloads = {int(str(row["position"])): json.loads(str(row["payload"])) for row in rows}
    names = list(dict.fromkeys(payload["gate_id"] for payload in payloads.values()))
    if gate_id not in names:
        if not names:
            raise UsageError(
                f"no gate decided on run {run_id}; run `evalstore gate --run {run_id}` first"
            )
        raise unknown_name("gate", gate_id, names, f" that decided on run {run_id}")
    last = next(row for row in reversed(payloads.values()) if row["gate_id"] == gate_id)
    together = ("config_sha256", "tree_size", "root")
    beside = {
        at: row
        for at, row in payloads.items()
        if all(row.get(name) == last.get(name) for name in together)
    }
    return beside, facts


def _in_database(reader: Reader, run_id: str, gate_id: str) -> list[Row]:
    return reader.rows(
        "from facts.gates where run_id = $run_id and gate_id = $gate_id order by event_id",
        run_id=run_id, gate_id=gate_id,
    )  # fmt: skip


def _configuration(query: GateQuery, sha256: str, decisions: list[Row]) -> RecordedConfiguration:
    """Return what the query's file configures, by the options that have the recorded SHA-256."""
    configured(query)
    for given in _queries(query, decisions):
        try:
            gates, control = configured(given)
        except UsageError:
            # The file takes no such option, so the decisions were made without it.
            continue
        for options in _options():
            if config.config_sha256(gates, control, **options) == sha256:
                return RecordedConfiguration(gates, control, options)
    source = query.preset_name or query.config_path or config.DEFAULT_FILE
    raise UsageError(
        f"{source} is not the configuration of this decision, whose SHA-256 is "
        f"{short_digest(sha256)}; name the file as it was then with --config, "
        "such as from the commit of the run, or a preset with --gates"
    )


def _queries(query: GateQuery, decisions: list[Row]) -> Iterator[GateQuery]:
    """Yield the query with each system and baseline that decisions of all gates name, or none."""
    systems, baselines = (
        dict.fromkeys((None, *(row[name] for row in decisions if row.get(name))))
        for name in ("system_id", "baseline_reference")
    )
    for system_id, baseline in product(systems, baselines):
        yield replace(query, system_id=system_id, baseline=baseline)


def _options() -> Iterator[dict[str, bool]]:
    for values in product((False, True), repeat=len(OPTIONS)):
        yield dict(zip(OPTIONS, values, strict=True))


def _decided_again(
    layout: Layout,
    built: Rebuilt,
    run_id: str,
    configuration: RecordedConfiguration,
    config_sha256: str,
) -> list[Row]:
    """Return the payloads of the decisions that the rebuilt log gives."""
    with reading(layout, built.database) as then:
        decisions = evaluate.evaluate(
            then, configuration.gates, run_id, control=configuration.control,
            has_segments=False, **configuration.options,
        )  # fmt: skip
        events = decision_events.events(decisions, then, run_id, config_sha256)
    # As a recorded one has been: through JSON.
    return [json.loads(json.dumps(event["payload"])) for event in events]


def _beside(recorded: list[Row], again: list[Row]) -> Iterator[ExplainedDecision]:
    """Yield the decisions of both by the row that they are on, recorded ones first."""
    left, right = ({_key(row): row for row in rows} for rows in (recorded, again))
    for key in dict.fromkeys((*left, *right)):
        decided, computed = left.get(key), right.get(key)
        names = dict.fromkeys((*(decided or {}), *(computed or {})))
        if decided and computed and decided.get("views_sha256") != computed["views_sha256"]:
            # An earlier version recorded fewer fields.
            names = dict.fromkeys(decided)
        yield ExplainedDecision(
            decided,
            computed,
            [
                name
                for name in names
                if name not in NOT_COMPARED
                and not _are_equal((decided or {}).get(name), (computed or {}).get(name))
            ],
        )


def _key(row: Row) -> tuple[object, ...]:
    return tuple(row.get(name) for name in KEYS)


def _are_equal(left: object, right: object) -> bool:
    if isinstance(left, dict) and isinstance(right, dict):
        names = {*left, *right}
        return all(_are_equal(left.get(name), right.get(name)) for name in names)
    return are_equal(left, right)


def described(explanation: GateExplanation) -> str:
    """Return in a sentence how many decisions were decided again, from what."""
    decisions = counted(len(explanation.decisions), "decision")
    segments = counted(explanation.segment_count, "segment")
    return (
        f"gate {explanation.gate.gate_id} of run {explanation.run_id}: {decisions}, decided again "
        f"from {segments} with {counted(explanation.tree_size, 'event')}"
    )
