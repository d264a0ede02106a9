"""Records of openai/evals: the JSON Lines that oaieval writes, one run or several in a file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from evalstore.errors import UnreadableInputError
from evalstore.ingest import json_lines
from evalstore.ingest.held_lines import HeldLines
from evalstore.ingest.inspect.strict_json import encode
from evalstore.ingest.openai_evals import record_lines
from evalstore.ingest.openai_evals.harness_run import HarnessRun
from evalstore.ingest.records import Skip, SourceFile, SourceRecord

MAPPING = "ingest/openai_evals"
HOLDS_WHOLE_RUN = True
EVENT = ("run_id", "event_id", "sample_id", "type", "data")
SPECIFICATION = (b'"spec"', b'"eval_name"', b'"run_id"')


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """A line with the specification of a run, or with an event of a sample."""
    if json_lines.holds(head, EVENT):
        return True
    return all(word in head for word in SPECIFICATION) and json_lines.holds(head, ("spec",))


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield, for each run, its start, its samples, the figures it reports, and its end."""
    skips: list[Skip] = []
    with HeldLines() as held:
        runs = record_lines.runs(source, held, skips)
        if not runs:
            raise UnreadableInputError(
                f"{source.name}: {skips[0]}; it holds no record of openai/evals, "
                "write it again with oaieval"
            )
        yield from skips
        for run in runs.values():
            yield from _records(run, held, source, is_whole=not skips)


def _records(
    run: HarnessRun, held: HeldLines, source: SourceFile, *, is_whole: bool
) -> Iterator[SourceRecord]:
    common: dict[str, Any] = {"run_id": run.run_id, "system_id": run.system_id, "suite": run.suite}
    if not run.specification:
        source.warnings.append(
            f"{source.name}: run {run.run_id} has no specification here (the file's first line), "
            f"so its system is called {run.system_id!r}"
        )
    started = {"kind": "run_started", **common, "started": run.started()}
    yield SourceRecord("spec", encode(started))
    of_samples = {
        "kind": "sample",
        **common,
        "measuring": run.measuring(source.scales),
        "judge": run.judge,
        "has_judge": run.has_judge,
    }
    if source.scales.trouble is not None:
        source.warnings.append(f"{source.name}: {source.scales.trouble}")
    opening = encode(of_samples)[:-1]
    for sample_id, places in run.samples.items():
        events = b",".join([held.line(place) for place in places]).decode()
        case_id = orjson.dumps(sample_id).decode()
        text = f'{opening},"case_id":{case_id},"events":[{events}]}}'
        yield SourceRecord(f"sample {sample_id}", text)
    if run.missing_count > 0:
        source.warnings.append(
            f"{source.name}: {run.missing_count} events of run {run.run_id} are not in the file, "
            "so the figures that it reports are not recorded, and the run has no end"
        )
    elif run.final_report is not None and is_whole:
        yield SourceRecord(
            "final_report", encode({"kind": "reported", **common, "figures": run.reported()})
        )
        yield SourceRecord("final_report", encode({"kind": "run_finished", **common}))
