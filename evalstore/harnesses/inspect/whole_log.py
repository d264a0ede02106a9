"""All records of one log: its start, its samples, the figures it reports, and its end."""

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from evalstore.base.phrases import counted
from evalstore.harnesses.held_records import HeldRecords
from evalstore.harnesses.inspect import inspect_runs, scores
from evalstore.harnesses.inspect.inspect_runs import text_of
from evalstore.harnesses.inspect.sample_ids import SampleIds
from evalstore.harnesses.inspect.samples import Log
from evalstore.harnesses.inspect.scorers import infinity_of
from evalstore.harnesses.inspect.strict_json import encode, repaired
from evalstore.harnesses.non_finite import NAN, warning
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.scales import PART, Scales

STDERR = "stderr"
# The figures whose standard error is Inspect's metric `stderr`.
MEANS = ("accuracy", "mean")


@dataclass(frozen=True, slots=True)
class Head:
    """The parts of a log around its samples, and the locations of both in the file."""

    spec: dict[str, Any]
    plan: object
    header: dict[str, Any]
    start_location: str
    end_location: str


def records(
    head: Head, samples: Iterable[SourceRecord | Skip], log: Log, source: SourceFile
) -> Iterator[SourceRecord | Skip]:
    """
    Yield the records in the order of events; all samples are read before the first is yielded.

    If a sample is missing, the run is incomplete: no end and no number of attempts are yielded,
    whatever the log states.
    """
    skips = []
    with Spool(log) as spool:
        for item in samples:
            if isinstance(item, Skip):
                skips.append(item)
            else:
                spool.hold(item)
        attempts = None if skips else inspect_runs.attempts_of(head.spec, head.header)
        if attempts is not None and not spool.ids.have_all_epochs(attempts):
            attempts = None
        prices = source.prices.of(log.models)
        yield SourceRecord(
            head.start_location,
            inspect_runs.started_text(head.spec, head.plan, log, attempts, prices),
        )
        yield from skips
        yield from spool.records(source.scales, prices)
        spool.tell(source)
    if source.scales.trouble is not None:
        source.warnings.append(f"{source.name}: {source.scales.trouble}")
    if log.left_out_image_count:
        images = counted(log.left_out_image_count, "image")
        source.warnings.append(
            f"{source.name}: {images} of messages omitted, with [image] in the text: expected "
            "PNG, JPEG, GIF or WebP whose bytes are in the log"
        )
    if (figures := reported_text(head.header, log)) is not None:
        yield SourceRecord(head.end_location, figures)
    if not skips and (finished := inspect_runs.finished_text(head.header, log)) is not None:
        yield SourceRecord(head.end_location, finished)


class Spool(HeldRecords):
    """
    Sample records held until the log's end, which decides whether a scorer gives shares.

    Each sample is decoded once: only the records are held, which are a fraction of the log.
    """

    def __init__(self, log: Log) -> None:
        super().__init__()
        self._log = log
        self.ids = SampleIds()
        # Samples with a score without a value: later samples may show that its scorer has parts.
        self._unscored: set[int] = set()
        self._infinite: dict[int, tuple[str, ...]] = {}

    def hold(self, record: SourceRecord) -> None:
        """
        Hold back the record of the log's newest sample.

        Raises ValueError if no sample was read since the last one was held.
        """
        newest, self._log.newest = self._log.newest, None
        if newest is None:
            raise ValueError(f"{record.location}: no sample was read since the last was held")
        if newest.has_unscored:
            self._unscored.add(len(self))
        if newest.infinite:
            self._infinite[len(self)] = newest.infinite
        self.ids.note(newest.sample_id, newest.completed_at)
        self.add(record.location, record.text)

    def records(
        self, scales: Scales, prices: list[dict[str, Any]] | None = None
    ) -> Iterator[SourceRecord]:
        """Yield the records in order, each with scales, graders and prices of the whole log."""
        seen, task = self._log.seen, self._log.task
        scorers = seen.scales(
            lambda name, is_outside: scales.are_measurements(task, name, is_outside=is_outside)
        )
        shown = encode({**scorers, "graders": list(_graders(self._log)), "prices": prices or []})[
            1:
        ]
        seen_case_ids: set[str] = set()
        for number, (location, text) in enumerate(self):
            if number in self.ids.replaced:
                continue
            whole = text
            if seen.parts and number in self._unscored:
                whole = self._with_parts(text)
            case_id = self.ids.case_id(number)
            if case_id != self.ids.own_id(number):
                whole = _renamed(whole, case_id)
            is_first = "false" if case_id in seen_case_ids else "true"
            seen_case_ids.add(case_id)
            yield SourceRecord(location, f'{whole[:-1]},"is_first_epoch":{is_first},{shown}')

    def tell(self, source: SourceFile) -> None:
        """Report renamed and left-out samples, and warn of infinite values."""
        self.ids.unreadable_count = self._log.unreadable_count
        self.ids.tell(source)
        counts = Counter(
            name
            for number, names in self._infinite.items()
            if number not in self.ids.replaced
            for name in names
        )
        source.warnings += [
            warning(source.name, name, count) for name, count in sorted(counts.items())
        ]

    def _with_parts(self, text: str) -> str:
        record = json.loads(text)
        sample = record["sample"]
        sample["scores"] = scores.of_parts(sample["scores"], self._log.seen)
        return encode(record)


def _renamed(text: str, case_id: str) -> str:
    record = json.loads(text)
    record["sample"]["case_id"] = case_id
    return encode(record)


def _graders(log: Log) -> Iterator[dict[str, Any]]:
    """Yield the grader of each model-graded scorer, for the scorer and each of its parts."""
    for scorer, grader in log.graders.items():
        parts = log.seen.parts.get(scorer, {})
        for name in (scorer, *(f"{scorer}{PART}{part}" for part in parts)):
            yield {"validator_id": name, **asdict(grader)}


def reported_text(header: dict[str, Any], log: Log) -> str | None:
    """Return the text of the record of reported figures; None if the log reports none."""
    figures = list(_figures(header.get("results"), log))
    if not figures:
        return None
    stats = header.get("stats")
    completed_at = stats.get("completed_at") if isinstance(stats, dict) else None
    return text_of("reported", log, {"completed_at": completed_at, "figures": figures})


def _figures(results: object, log: Log) -> Iterator[dict[str, Any]]:
    for score in _scores(results):
        reported_metrics = score.get("metrics")
        metrics = reported_metrics if isinstance(reported_metrics, dict) else {}
        seen: set[str] = set()
        for key, metric in metrics.items():
            if isinstance(metric, dict):
                figure = {
                    "scorer": _scorer(score, log),
                    "reducer": score.get("reducer"),
                    "scored_count": score.get("scored_samples"),
                    "unscored_count": score.get("unscored_samples"),
                    **_figure(key, metric, metrics, seen),
                }
                repairs: list[dict[str, str]] = []
                yield {
                    **repaired(figure, "", repairs),
                    "value_text": _text_of(figure["value"]),
                    "repairs": repairs or None,
                }


def _scores(results: object) -> Iterator[dict[str, Any]]:
    if not isinstance(results, dict):
        return
    entries = results.get("scores")
    if entries is None and isinstance(results.get("scorer"), dict):
        # The oldest logs have one scorer, with its metrics next to it.
        entries = [{**results["scorer"], "metrics": results.get("metrics")}]
    listed = entries if isinstance(entries, list) else []
    yield from (score for score in listed if isinstance(score, dict))


def _scorer(score: dict[str, Any], log: Log) -> str:
    """Return the scorer's name as in its verdicts: a score with another name is a part of it."""
    name = str(score.get("name") or log.nameless_scorer)
    scorer = str(score.get("scorer") or name)
    is_part = name != scorer or name in log.seen.parts.get(scorer, ())
    return f"{scorer}{PART}{name}" if is_part else scorer


def _figure(
    key: str, metric: dict[str, Any], metrics: dict[str, Any], seen: set[str]
) -> dict[str, Any]:
    # A metric with several figures has its name in `group`, and the figure's name in `name`.
    group = metric.get("group")
    name = str(group or metric.get("name") or key)
    params = metric.get("params") or metric.get("options") or None
    figure = {
        "metric": name,
        "group_name": metric.get("name") if group else None,
        "params": params if isinstance(params, dict) else None,
        "value": metric.get("value"),
        "stderr": _stderr(metrics) if name in MEANS and not group else None,
    }
    subject = repr([figure["metric"], figure["group_name"], figure["params"]])
    if subject in seen:
        # The same metric twice: only the key distinguishes the two.
        figure["metric"] = key
    seen.add(subject)
    return figure


def _text_of(value: object) -> str | None:
    """Return a NaN or infinite figure as the log writes it, else None."""
    if isinstance(value, float) and math.isnan(value):
        return NAN
    return infinity_of(value)


def _stderr(metrics: dict[str, Any]) -> object:
    stderr = metrics.get(STDERR)
    return stderr.get("value") if isinstance(stderr, dict) else None
