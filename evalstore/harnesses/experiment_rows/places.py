"""Assignment of the rows of a run to cases and attempts, without repeated records."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from evalstore.base.phrases import counted
from evalstore.harnesses.case_ids import CaseIds
from evalstore.harnesses.records import SourceFile

NAMES_SHOWN_MAX = 3


class Answered(NamedTuple):
    """
    The question that a row answers; ``digest`` is that of the question, or empty.

    ``system_id`` is empty for the system of the run. If ``attempt`` is None, attempts are counted.
    """

    case_id: str
    digest: str
    system_id: str
    attempt: int | None


class RowPlace(NamedTuple):
    """The case and the attempt of a row, and whether it is the first row of the case."""

    case_id: str
    attempt: int
    is_first: bool


class SeenRecord(NamedTuple):
    """A record that was read: the index of its row, its version, and a hash of its content."""

    row: int
    version: str
    content: int


@dataclass(slots=True)
class AnsweredPlaces:
    """
    The places of all rows of a run: ``add`` every row, then call ``places``.

    A repeated record counts once; of several versions the newest counts. If two rows have the same
    attempt of the same case, the second becomes a further attempt.
    """

    _rows: list[Answered] = field(default_factory=list)
    _case_ids: CaseIds = field(default_factory=CaseIds)
    _seen: dict[str, SeenRecord] = field(default_factory=dict)
    _left_out: set[int] = field(default_factory=set)
    _same: list[str] = field(default_factory=list)
    _older: list[str] = field(default_factory=list)
    _unlike: list[str] = field(default_factory=list)
    _again: list[str] = field(default_factory=list)

    def add(self, answered: Answered, record_id: str | None, version: str, content: int) -> None:
        """Add a row; without a ``record_id`` it is treated as a new record."""
        index = len(self._rows)
        self._rows.append(answered)
        before = None if record_id is None else self._seen.get(record_id)
        if record_id is None:
            pass
        elif before is None:
            self._seen[record_id] = SeenRecord(index, version, content)
        elif before.content == content:
            self._same.append(record_id)
            self._left_out.add(index)
            if version > before.version:
                self._seen[record_id] = before._replace(version=version)
        elif version and before.version and version != before.version:
            self._older.append(record_id)
            newest = max(
                before, SeenRecord(index, version, content), key=lambda seen: seen.version
            )
            self._left_out.add(index + before.row - newest.row)
            self._seen[record_id] = newest
        else:
            self._unlike.append(record_id)

    @property
    def systems(self) -> list[str]:
        """The distinct systems of the rows, in order of appearance."""
        return list(dict.fromkeys(row.system_id for _, row in self._kept()))

    def places(self) -> Iterator[RowPlace | None]:
        """Yield the place of each row; None if another row of the same record counts."""
        cases = self._cases()
        owners: dict[tuple[str, str, int], int] = {}
        for index, row in self._kept():
            if row.attempt is not None:
                owners.setdefault((cases[index], row.system_id, row.attempt), index)
        seen: set[str] = set()
        counts: Counter[tuple[str, str]] = Counter()
        for index, row in enumerate(self._rows):
            if index in self._left_out:
                yield None
                continue
            case_id, attempt = cases[index], row.attempt
            if attempt is None or owners[case_id, row.system_id, attempt] != index:
                if attempt is not None:
                    self._again.append(f"{case_id}, repetition {attempt}")
                answered = case_id, row.system_id
                counts[answered] += 1
                while (*answered, counts[answered]) in owners:
                    counts[answered] += 1
                attempt = counts[answered]
            yield RowPlace(case_id, attempt, case_id not in seen)
            seen.add(case_id)

    def tell(self, source: SourceFile) -> None:
        """Add doubts about merged and renamed rows to the source."""
        self._case_ids.tell(source)
        again = (
            "the case already has this repetition, which happens if a file joins several "
            "experiments; counted as a further attempt. Put each experiment in a separate file"
        )
        unlike = (
            "the record is repeated with different content and no order in time; each "
            "counts as an attempt"
        )
        for names, message in (
            (self._same, "the record is repeated unchanged; it counts once"),
            (self._older, "the record occurs in several versions; the newest counts"),
            (self._unlike, unlike),
            (self._again, again),
        ):
            if names:
                shown = "; ".join(names[:NAMES_SHOWN_MAX])
                source.doubts.append(
                    f"{source.name}: {counted(len(names), 'row')}, such as {shown}: {message}"
                )

    def _cases(self) -> list[str]:
        """Return the case id of each row, which depends on all questions with that id."""
        for _, row in self._kept():
            if row.digest:
                self._case_ids.note(row.case_id, row.digest)
        return [
            self._case_ids.case_id(row.case_id, row.digest) if row.digest else row.case_id
            for row in self._rows
        ]

    def _kept(self) -> Iterator[tuple[int, Answered]]:
        return (
            (index, row) for index, row in enumerate(self._rows) if index not in self._left_out
        )
