"""Ids under which a file has several questions: each of them becomes a case of its own."""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from evalstore.base.phrases import counted
from evalstore.harnesses.inspect.strict_json import strict
from evalstore.harnesses.records import SourceFile

DIGITS = 8
# No event takes a longer one.
ID_LENGTH_MAX = 512
IDS_SHOWN_MAX = 3


def question_digest(asked: Any, digits: int = DIGITS) -> str:
    """
    Return digits of the SHA-256 of what was asked, whatever the order of its fields.

    Infinities and NaN are null in it, as they are in what is recorded.

    >>> question_digest({"a": 1, "b": 2}) == question_digest({"b": 2, "a": 1})
    True
    """
    try:
        canonical = _canonical(asked)
    except ValueError:
        canonical = _canonical(strict(asked))
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()[:digits]


def _canonical(asked: Any) -> str:
    return json.dumps(
        asked, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


@dataclass(slots=True)
class CaseIds:
    """
    What is asked under each id of a run: ``note`` every record first, then ask for its case.

    A case that shares its id with another question is named ``id~digest`` after its own, also
    the first of them: so the order of the records names nothing, and no run takes one of the
    questions for the other.
    """

    _digests: dict[str, str] = field(default_factory=dict)
    _shared: dict[str, set[str]] = field(default_factory=dict)

    def note(self, case_id: str, digest: str) -> None:
        """Note that a record asks this question under this id."""
        first = self._digests.setdefault(case_id, digest)
        if first != digest:
            self._shared.setdefault(case_id, {first}).add(digest)

    @property
    def are_shared(self) -> bool:
        """Whether any id stands for several questions."""
        return bool(self._shared)

    def case_id(self, case_id: str, digest: str) -> str:
        """
        Return the id of the case that asks this question.

        >>> ids = CaseIds()
        >>> ids.note("q1", "aa"), ids.note("q1", "bb"), ids.note("q2", "cc")
        (None, None, None)
        >>> ids.case_id("q1", "aa"), ids.case_id("q1", "bb"), ids.case_id("q2", "cc")
        ('q1~aa', 'q1~bb', 'q2')
        >>> ids.note("q1~aa", "dd")
        >>> len({ids.case_id("q1", "aa"), ids.case_id("q1", "bb"), ids.case_id("q1~aa", "dd")})
        3
        """
        if case_id not in self._shared:
            return case_id
        kept = case_id[: ID_LENGTH_MAX - DIGITS - 1]
        named = f"{kept}~{digest}"
        # A record may have such an id of its own.
        while named in self._digests:
            named = f"{kept}~{question_digest(named)}"
        return named

    def tell(self, source: SourceFile) -> None:
        """Name the ids that stand for several questions, as a doubt of the file."""
        if self._shared:
            shown = ", ".join(sorted(self._shared)[:IDS_SHOWN_MAX])
            source.doubts.append(
                f"{source.name}: {counted(len(self._shared), 'id')} of several questions, such "
                f"as {shown}; each question is a case of its own, `id~digest` after what it asks"
            )
