"""All records of one log: its start, its samples, the figures it reports, and its end."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from evalstore.ingest.inspect import reported, runs
from evalstore.ingest.inspect.samples import Log
from evalstore.ingest.inspect.spool import Spool
from evalstore.ingest.records import Record, Skip, Source


@dataclass(frozen=True, slots=True)
class Head:
    """What stands around the samples of a log, and where in the file its two ends are."""

    spec: dict[str, Any]
    plan: object
    header: dict[str, Any]
    start_location: str
    end_location: str


def records(
    head: Head, found: Iterable[Record | Skip], log: Log, source: Source
) -> Iterator[Record | Skip]:
    """
    Yield the records in the order of events; the samples are read before the first.

    With a sample missing, nobody may take the run for complete: then it has no end, and does not
    say how many attempts there should be, whatever the log says.
    """
    skips = []
    with Spool(log) as spool:
        for item in found:
            if isinstance(item, Skip):
                skips.append(item)
            else:
                spool.add(item)
        attempts = None if skips else runs.attempts_of(head.spec, head.header)
        yield Record(head.start_location, runs.started_text(head.spec, head.plan, log, attempts))
        yield from skips
        yield from spool.records(source.scales)
    if source.scales.trouble is not None:
        source.warnings.append(f"{source.name}: {source.scales.trouble}")
    if (figures := reported.reported_text(head.header, log)) is not None:
        yield Record(head.end_location, figures)
    if not skips and (finished := runs.finished_text(head.header, log)) is not None:
        yield Record(head.end_location, finished)
