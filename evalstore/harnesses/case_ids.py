"""Case ids for files in which several questions share one id: each question becomes a case."""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

import orjson

from evalstore.base.phrases import counted
from evalstore.harnesses.inspect.strict_json import strict
from evalstore.harnesses.records import SourceFile

DIGITS = 8
# The longest id that an event accepts.
ID_LENGTH_MAX = 512
IDS_SHOWN_MAX = 3


def question_digest(question: Any, digits: int = DIGITS) -> str:
    """
    Return the first digits of the SHA-256 of a question; the order of its fields does not matter.

    Infinities and NaN are hashed as null, as they are recorded.

    >>> question_digest({"a": 1, "b": 2}) == question_digest({"b": 2, "a": 1})
    True
    """
    try:
        canonical = _canonical(question)
    except ValueError:
        canonical = _canonical(strict(question))
    return hashlib.sha256(canonical).hexdigest()[:digits]


def _canonical(question: Any) -> bytes:
    if _has_only_texts(question):
        try:
            # The same bytes; the two encoders write numbers differently.
            return orjson.dumps(question)
        except TypeError:
            # A lone surrogate.
            pass
    return json.dumps(
        question, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode("utf-8", "surrogatepass")


def _has_only_texts(question: Any) -> bool:
    """Return True for a text, None, and a list of these."""
    if isinstance(question, list):
        return all(map(_has_only_texts, question))
    return question is None or isinstance(question, str)


@dataclass(slots=True)
class CaseIds:
    """
    The questions under each id of a run: ``note`` every record, then call ``case_id``.

    If several questions share an id, each of them, the first too, becomes the case ``id~digest``
    with the digest of its question. So the ids do not depend on the order of the records, and all
    runs with these questions have the same cases.
    """

    _digests: dict[str, str] = field(default_factory=dict)
    _shared: dict[str, set[str]] = field(default_factory=dict)

    def note(self, case_id: str, digest: str) -> None:
        """Register a record's id and the digest of its question."""
        first = self._digests.setdefault(case_id, digest)
        if first != digest:
            self._shared.setdefault(case_id, {first}).add(digest)

    @property
    def are_shared(self) -> bool:
        """Whether any id is shared by several questions."""
        return bool(self._shared)

    def case_id(self, case_id: str, digest: str) -> str:
        """
        Return the case id of the question with this id and digest.

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
        unique_id = f"{kept}~{digest}"
        # Another record may have this very id.
        while unique_id in self._digests:
            unique_id = f"{kept}~{question_digest(unique_id)}"
        return unique_id

    def tell(self, source: SourceFile) -> None:
        """Add the ids that several questions share to the doubts of the file."""
        if self._shared:
            shown = ", ".join(sorted(self._shared)[:IDS_SHOWN_MAX])
            source.doubts.append(
                f"{source.name}: {counted(len(self._shared), 'id')} shared by several questions, "
                f"such as {shown}; each question becomes a separate case with the id `id~digest "
                "of the question`"
            )
