"""Records of openai/evals: the JSON Lines written by oaieval, one or several runs in a file."""

from collections.abc import Iterator

import orjson

from evalstore.base.phrases import counted
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.case_ids import CaseIds
from evalstore.harnesses.held_lines import HeldLines
from evalstore.harnesses.non_finite import InfiniteValues
from evalstore.harnesses.openai_evals import record_lines
from evalstore.harnesses.openai_evals.harness_run import HarnessRun
from evalstore.harnesses.openai_evals.openai_evals_files import recognises
from evalstore.harnesses.openai_evals.sample_events import HarnessRunFacts, sample_events
from evalstore.harnesses.openai_evals.sample_questions import by_question
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = event_records.MAPPING
FAMILY = "openai_evals"
HOLDS_WHOLE_RUN = True
# 2: a choice that could not be parsed is unscored, a repeated line counts once, and an error
# after a judgement is an error.
READING = 2


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield the start, the samples, the reported figures and the end of each run.

    Raises UnreadableInputError if the file has no record of a run.
    """
    skips: list[Skip] = []
    with HeldLines() as held:
        runs = record_lines.runs(source, held, skips)
        if not runs:
            raise UnreadableInputError(
                f"{source.name}: {skips[0]}; the file has no record of openai/evals, run "
                "`oaieval` to write it again"
            )
        yield from skips
        infinite = InfiniteValues()
        for run in runs.values():
            infinite.counts.update(run.infinite)
        infinite.tell(source)
        for run in runs.values():
            yield from _records(run, held, source, is_whole=not skips)


def _cases(
    sample_id: str, lines: list[bytes], run: HarnessRun, ids: CaseIds
) -> list[tuple[str, list[bytes]]]:
    """Return the case ids of a sample id with their lines: several if it has several questions."""
    if sample_id not in run.rejudged:
        return [(sample_id, lines)]
    questions = by_question(lines)
    for digest in questions:
        ids.note(sample_id, digest)
    return [
        (ids.case_id(sample_id, digest), of_question) for digest, of_question in questions.items()
    ]


def _tell_of_twice(run: HarnessRun, source: SourceFile) -> None:
    """Add doubts about repeated lines and repeated specifications."""
    if run.repeated_count:
        events = counted(run.repeated_count, "event occurs", "events occur")
        source.doubts.append(
            f"{source.name}: {events} more than once in run {run.run_id} with the same content; "
            "each counts once"
        )
    if run.has_other_specification:
        source.doubts.append(
            f"{source.name}: run {run.run_id} has several specifications, of which the last one "
            "counts; put each run in a separate file"
        )


def _records(
    run: HarnessRun, held: HeldLines, source: SourceFile, *, is_whole: bool
) -> Iterator[SourceRecord]:
    if not run.specification:
        source.warnings.append(
            f"{source.name}: run {run.run_id} has no specification (expected in the first line of "
            f"the file), so its system is named {run.system_id!r}"
        )
    yield event_records.record("spec", run.run_id, run.started())
    facts = HarnessRunFacts(
        run.suite, run.system_id, run.measuring(source.scales), run.judge, run.has_judge
    )
    if source.scales.trouble is not None:
        source.warnings.append(f"{source.name}: {source.scales.trouble}")
    ids = CaseIds()
    for sample_id, places in run.samples.items():
        lines = [held.line(place) for place in places]
        for case_id, of_case in _cases(sample_id, lines, run, ids):
            recorded = orjson.loads(b"[%b]" % b",".join(of_case))
            events = sample_events(case_id, recorded, facts)
            yield event_records.record(f"sample {sample_id}", run.run_id, *events)
    ids.tell(source)
    _tell_of_twice(run, source)
    if run.missing_count > 0:
        source.warnings.append(
            f"{source.name}: {run.missing_count} events of run {run.run_id} are missing in the "
            "file, so the figures that it reports are not recorded, and the run is not marked as "
            "ended"
        )
    elif run.final_report is not None and is_whole:
        figures = [
            event_records.figure({"system_id": run.system_id, **figure})
            for figure in run.reported()
        ]
        yield event_records.record("final_report", run.run_id, *figures)
        yield event_records.record("final_report", run.run_id, event_records.finished())
