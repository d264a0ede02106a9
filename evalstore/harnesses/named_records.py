"""Case ids and repetitions of records that name their case by an id."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import orjson

from evalstore.base.phrases import counted
from evalstore.harnesses.case_ids import CaseIds
from evalstore.harnesses.held_records import HeldRecords
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

FIELDS = "fields"


def by_question(
    items: Iterable[SourceRecord | Skip],
    question_of: Callable[[dict[str, Any]], tuple[str, str]],
    content_of: Callable[[dict[str, Any]], tuple[object, object]],
    source: SourceFile,
) -> Iterator[SourceRecord | Skip]:
    """
    Yield records in their order, with a ``case_id`` if several questions share their id.

    ``question_of`` returns a record's id and the digest of its question, ``content_of`` its key
    and its content. If a key comes again with other content, the last record counts, and a doubt
    is added to ``source``. The whole file is read before the first record is yielded.
    """
    ids = CaseIds()
    contents: dict[object, object] = {}
    others: list[tuple[int, Skip]] = []
    places: list[tuple[str, str] | None] = []
    changed_count = 0
    with HeldRecords() as held:
        for item in items:
            if isinstance(item, Skip):
                others.append((len(places), item))
                continue
            held.add(item.location, item.text)
            fields = orjson.loads(item.text).get(FIELDS)
            if fields is None:
                places.append(None)
                continue
            place = question_of(fields)
            ids.note(*place)
            places.append(place)
            name, content = content_of(fields)
            changed_count += contents.setdefault(name, content) != content
            contents[name] = content
        yield from _named(held, places, others, ids)
    ids.tell(source)
    if changed_count:
        records = counted(changed_count, "record comes", "records come")
        source.doubts.append(
            f"{source.name}: {records} more than once with different content; the last one counts"
        )


def _named(
    held: HeldRecords,
    places: list[tuple[str, str] | None],
    others: list[tuple[int, Skip]],
    ids: CaseIds,
) -> Iterator[SourceRecord | Skip]:
    waiting = iter([*others, (len(places) + 1, None)])
    at, other = next(waiting)
    for number, ((location, text), place) in enumerate(zip(held, places, strict=True)):
        while at <= number and other is not None:
            yield other
            at, other = next(waiting)
        yield SourceRecord(location, text if place is None else _renamed(text, place, ids))
    while other is not None:
        yield other
        at, other = next(waiting)


def _renamed(text: str, place: tuple[str, str], ids: CaseIds) -> str:
    case_id = ids.case_id(*place)
    if case_id == place[0]:
        return text
    addition = orjson.dumps({"case_id": case_id}).decode()
    return f"{addition[:-1]},{text[1:]}"
