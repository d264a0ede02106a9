"""Hosted OpenAI Evals: evals, runs and output items as its API lists them, JSON or JSON Lines."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import orjson

from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.held_lines import HeldLines
from evalstore.harnesses.hosted_evals import api_objects
from evalstore.harnesses.hosted_evals.api_objects import EVAL, ITEM, RUN
from evalstore.harnesses.hosted_evals.hosted_evals_files import recognises
from evalstore.harnesses.hosted_evals.items import events_of, record_of
from evalstore.harnesses.hosted_evals.listed_items import ListedItems
from evalstore.harnesses.hosted_evals.runs import HostedRun
from evalstore.harnesses.non_finite import InfiniteValues
from evalstore.harnesses.numbered import numbered
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.values import mapping, name

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = event_records.MAPPING
FAMILY = "hosted_evals"
HOLDS_WHOLE_RUN = True
# 2: an item that is listed twice counts once; a reply of a grading model without a label is not
# a grade; an item is missing if it has neither a reply nor a grade.
READING = 2


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield, for each run, its start, its items, its reported counts, and its end.

    Counts and end are left out if an object was skipped. Raises UnreadableInputError if there is
    no run.
    """
    skips: list[Skip] = []
    runs: dict[str, HostedRun] = {}
    items: dict[str, ListedItems] = {}
    with HeldLines() as held:
        evaluations: dict[str, dict[str, Any]] = {}
        for entry in api_objects.objects(source):
            if isinstance(entry, Skip):
                skips.append(entry)
                continue
            location, api_object = entry
            if api_object["object"] == EVAL:
                evaluations[str(api_object.get("id"))] = api_object
                continue
            run_id = name(
                api_object.get("id") if api_object["object"] == RUN else api_object.get("run_id")
            )
            if run_id is None:
                detail = "the id of the run is missing"
                skips.append(Skip(location, "no run", detail))
                continue
            run = runs.setdefault(run_id, HostedRun(run_id))
            run.eval_id = run.eval_id or name(api_object.get("eval_id")) or ""
            if api_object["object"] == RUN:
                run.found = api_object
                for result in run.criteria_results:
                    run.graders.note(result.get("testing_criteria"))
            else:
                run.note_graders(api_object)
                run.model = run.model or name(mapping(api_object.get("sample")).get("model"))
                items.setdefault(run_id, ListedItems()).add(api_object, held)
        if not runs:
            problem = str(skips[0]) if skips else "no run"
            raise UnreadableInputError(
                f"{source.name}: found {problem}; expected runs and output items of the API "
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
    location = f"run {run.run_id}"
    if not run.found:
        source.warnings.append(
            f"{source.name}: {location} is not in the file, so the run has no counts and is not "
            "marked as ended"
        )
    yield event_records.record(location, run.run_id, run.started())
    seen: Counter[str] = Counter()
    for case_id, place in listed.cases():
        item = orjson.loads(held.line(place))
        record = record_of(item, run.evaluation, run.graders)
        run.count(record)
        events = events_of(record, numbered(case_id, seen), run.suite, run.system_id)
        yield event_records.record(f"item {item.get('id')}", run.run_id, *events)
    listed.tell(run.run_id, source)
    if is_whole and listed.places:
        figures = list(run.figures())
        if figures:
            yield event_records.record(location, run.run_id, *figures)
    if is_whole and run.ended is not None:
        yield event_records.record(location, run.run_id, event_records.finished(run.ended))
