"""Inspect logs in ``.eval`` archives, running, finished, crashed or cut short."""

from collections.abc import Iterator
from typing import Any

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses.inspect import inspect_runs, samples
from evalstore.harnesses.inspect.archive_signs import START
from evalstore.harnesses.inspect.eval_archive import HEADER, EvalArchive
from evalstore.harnesses.inspect.strict_json import NotStrictJsonError
from evalstore.harnesses.inspect.whole_log import Head, records
from evalstore.harnesses.inspect.zip_members import Member, MemberError, is_bomb
from evalstore.harnesses.inspect_eval.inspect_eval_files import recognises
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.repeated_keys import DUPLICATE_KEY

__all__ = ["HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = "ingest/inspect"
# 2: scores without a reply count, each question of an id is a case, grades are not ratings.
READING = 2
HOLDS_WHOLE_RUN = True


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield the run's start, its samples in file order, the reported figures and the run's end.

    Raises UnreadableInputError if the archive has no ``eval``, or is not readable as a zip
    archive.
    """
    with input_file.open_bytes(source.path) as file:
        archive = EvalArchive.opened(file)
        _check(archive, source)
        start, header = _head(archive, START, source), _head(archive, HEADER, source)
        spec = start.get("eval") or header.get("eval")
        if not isinstance(spec, dict):
            raise UnreadableInputError(
                f"{source.name}: found neither {START} nor {HEADER} with an `eval` in the "
                "archive, so the run is unknown; copy the log again from its source"
            )
        log = inspect_runs.log_of(spec, header, source)
        log.is_version_known = inspect_runs.warn_of_version(header or start, source)
        plan = start.get("plan") or header.get("plan")
        head = Head(spec, plan, header, START, HEADER)
        yield from records(head, _samples(archive, log), log, source)


def _samples(archive: EvalArchive, log: samples.Log) -> Iterator[SourceRecord | Skip]:
    log.unreadable_count = archive.hidden_sample_count
    for member in archive.sample_members():
        item = _sample(archive, member, log)
        if isinstance(item, Skip) and not archive.is_last(member):
            # It may be another sample than the later one of its name: the archive does not tell.
            log.unreadable_count += 1
        else:
            yield item
    if archive.listing.cut is not None:
        yield Skip(
            archive.listing.cut,
            "cut short",
            f"the file ends inside {archive.listing.cut}; everything before it was read, copy the "
            "log again for the rest",
        )


def _check(archive: EvalArchive, source: SourceFile) -> None:
    archive_size = source.path.stat().st_size
    if is_bomb(archive.listing.members, archive_size):
        raise UnreadableInputError(
            f"{source.name}: {archive_size} bytes would decompress to "
            f"{sum(member.size for member in archive.listing.members)}, more than any log can; "
            "the file is damaged or malicious"
        )
    if archive.listing.damage is None:
        return
    if not archive.listing.members:
        raise UnreadableInputError(
            f"{source.name}: not a complete zip archive ({archive.listing.damage}), and no member "
            "in it is complete; copy the log again from its source"
        )
    source.warnings.append(
        f"{source.name}: the archive has no readable directory ({archive.listing.damage}); "
        f"{len(archive.listing.members)} members were found by scanning the file"
    )


def _head(archive: EvalArchive, name: str, source: SourceFile) -> dict[str, Any]:
    try:
        return archive.head(name)
    except MemberError as error:
        source.warnings.append(f"{source.name}: {error}")
        return {}


def _sample(archive: EvalArchive, member: Member, log: samples.Log) -> SourceRecord | Skip:
    try:
        sample, is_strict = archive.sample(member)
        return SourceRecord(member.name, samples.record_text(sample, is_strict, log))
    except MemberError as error:
        reason = error.reason if error.reason == DUPLICATE_KEY else f"sample {error.reason}"
        return Skip(member.name, reason, str(error))
    except samples.NotASampleError as error:
        return Skip(member.name, "not a sample", str(error))
    except NotStrictJsonError as error:
        return Skip(member.name, "sample not writable", str(error))
