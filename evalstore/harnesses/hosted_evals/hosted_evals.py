"""Hosted OpenAI Evals: evals, runs and output items as its API lists them, JSON or JSON Lines."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.detect import unpacked
from evalstore.harnesses.held_lines import HeldLines
from evalstore.harnesses.hosted_evals import api_objects
from evalstore.harnesses.hosted_evals.api_objects import EVAL, ITEM, RUN
from evalstore.harnesses.hosted_evals.items import record_of
from evalstore.harnesses.hosted_evals.listed_items import ListedItems
from evalstore.harnesses.hosted_evals.runs import HostedRun
from evalstore.harnesses.inspect.strict_json import encode
from evalstore.harnesses.non_finite import InfiniteValues
from evalstore.harnesses.numbered import numbered
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.values import mapping, name

MAPPING = "ingest/hosted_evals"
HOLDS_WHOLE_RUN = True
# An item that is listed twice counts once, what a grading model said beside its labels is no
# grade, and missing is what has neither a reply nor a grade.
READING = 2
OBJECT = re.compile(rb'"object"\s*:\s*"eval(?:\.run(?:\.output_item)?)?"')


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """Objects of the API, which say what they are."""
    start = unpacked(head).removeprefix(b"\xef\xbb\xbf").lstrip()
    return start[:1] in (b"{", b"[") and OBJECT.search(start) is not None


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield, for each run, its start, its items, the counts it reports, and its end."""
    skips: list[Skip] = []
    runs: dict[str, HostedRun] = {}
    items: dict[str, ListedItems] = {}
    with HeldLines() as held:
        evaluations: dict[str, dict[str, Any]] = {}
        for found in api_objects.objects(source):
            if isinstance(found, Skip):
                skips.append(found)
                continue
            location, one = found
            if one["object"] == EVAL:
                evaluations[str(one.get("id"))] = one
                continue
            run_id = name(one.get("id") if one["object"] == RUN else one.get("run_id"))
            if run_id is None:
                detail = "no id of a run, expected one"
                skips.append(Skip(location, "no run", detail))
                continue
            run = runs.setdefault(run_id, HostedRun(run_id))
            run.eval_id = run.eval_id or name(one.get("eval_id")) or ""
            if one["object"] == RUN:
                run.found = one
                for result in run.criteria_results:
                    run.graders.note(result.get("testing_criteria"))
            else:
                run.note_graders(one)
                run.model = run.model or name(mapping(one.get("sample")).get("model"))
                items.setdefault(run_id, ListedItems()).add(one, held)
        if not runs:
            said = str(skips[0]) if skips else "no run"
            raise UnreadableInputError(
                f"{source.name}: found {said}; expected runs and output items of the API "
                f"(objects {RUN} and {ITEM})"
            )
        yield from skips
        infinite = InfiniteValues()
        for run in runs.values():
            run.evaluation = evaluations.get(run.eval_id, {})
            listed = items.get(run.run_id, ListedItems())
            infinite.counts.update(listed.infinite)
            yield from _records(run, listed, held, source, is_whole=not skips)
        infinite.tell(source)


def _records(
    run: HostedRun,
    listed: ListedItems,
    held: HeldLines,
    source: SourceFile,
    *,
    is_whole: bool,
) -> Iterator[SourceRecord]:
    common = {"run_id": run.run_id, "suite": run.suite, "system_id": run.system_id}
    location = f"run {run.run_id}"
    if not run.found:
        source.warnings.append(
            f"{source.name}: {location} is not in the file, so it has no counts and no end"
        )
    yield SourceRecord(
        location, encode({"kind": "run_started", **common, "started": run.started()})
    )
    seen: Counter[str] = Counter()
    for case_id, place in listed.cases():
        item = orjson.loads(held.line(place))
        record = record_of(item, run.evaluation, run.graders)
        run.count(record)
        told = {
            "kind": "item",
            **common,
            "case_id": numbered(case_id, seen),
            "item": record,
        }
        yield SourceRecord(f"item {item.get('id')}", encode(told))
    listed.tell(run.run_id, source)
    if is_whole and listed.places:
        figures = list(run.figures())
        if figures:
            reported = {"kind": "reported", **common, "figures": figures}
            yield SourceRecord(location, encode(reported))
    if is_whole and run.ended is not None:
        finished = {"kind": "run_finished", **common, "ended": run.ended}
        yield SourceRecord(location, encode(finished))
