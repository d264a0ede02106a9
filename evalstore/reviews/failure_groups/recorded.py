"""Groups of failures that the store has recorded, for reviews."""

from dataclasses import dataclass
from itertools import groupby

from evalstore.reviews.charts.drawing.numbers import counted
from evalstore.reviews.charts.drawing.rows import Row, RowReader, count_of, text_of
from evalstore.reviews.failure_groups.groups import FailureGroup, GroupSentence
from evalstore.reviews.review_rows import review_query, texts_of


@dataclass(frozen=True)
class RecordedGroups:
    """The failures of one system as grouped by a model, largest group first."""

    system_id: str
    validator_id: str
    judge_system_id: str
    judge_model: str
    groups: tuple[FailureGroup, ...]
    failure_count: int
    shown_count: int
    explained_count: int
    dropped_sentence_count: int
    is_current: bool
    other_count: int = 0

    @property
    def described(self) -> str:
        """
        Return the numbers of failures, of those shown to the model and of those in a group.

        >>> RecordedGroups("a", "b", "c", "d", (), 9, 5, 4, 1, True).described
        '9 wrong cases, 5 shown to the model, 4 in a group, 1 not explained; 1 sentence dropped'
        """
        parts = [
            counted(self.failure_count, "wrong case"),
            f"{self.shown_count:,} shown to the model",
            f"{self.explained_count:,} in a group",
            f"{self.shown_count - self.explained_count:,} not explained",
        ]
        dropped = self.dropped_sentence_count
        phrases = [", ".join(parts)]
        if dropped:
            phrases.append(f"{counted(dropped, 'sentence')} dropped")
        if self.other_count:
            phrases.append(f"{counted(self.other_count, 'older review')} in facts.failure_groups")
        return "; ".join(phrases)

    @property
    def model(self) -> str:
        """Return the name of the model, or its system's id if the service did not name it."""
        return self.judge_model or self.judge_system_id


def recorded_groups(reader: RowReader, run_id: str) -> tuple[RecordedGroups, ...]:
    """Return the last recorded groups of each system and validator of a run."""
    [flags] = review_query(reader, "has_failure_groups", run_id=run_id)
    if not flags["has_failure_groups"]:
        return ()
    rows = review_query(reader, "failure_groups", run_id=run_id)
    return tuple(
        _of_system(list(of_system))
        for _, of_system in groupby(
            rows, key=lambda row: (text_of(row, "system_id"), text_of(row, "validator_id"))
        )
    )


def _of_system(rows: list[Row]) -> RecordedGroups:
    first = rows[0]
    kept = [row for row in rows if row["group_number"] is not None]
    return RecordedGroups(
        system_id=text_of(first, "system_id"),
        validator_id=text_of(first, "validator_id"),
        judge_system_id=text_of(first, "judge_system_id"),
        judge_model=text_of(first, "judge_model"),
        groups=tuple(
            _group_of(list(group_rows))
            for _, group_rows in groupby(kept, key=lambda row: count_of(row, "group_number"))
        ),
        failure_count=count_of(first, "failure_count"),
        shown_count=count_of(first, "shown_count"),
        explained_count=count_of(first, "explained_count"),
        dropped_sentence_count=count_of(first, "dropped_sentence_count"),
        is_current=bool(first["is_current"]),
        other_count=count_of(first, "other_count"),
    )


def _group_of(rows: list[Row]) -> FailureGroup:
    sentences = (
        GroupSentence(text_of(row, "sentence"), texts_of(row["case_ids"])) for row in rows
    )
    return FailureGroup(text_of(rows[0], "group_title"), tuple(sentences))
