"""Samples of one task: its documents, and facts that depend on all lines."""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses.inspect.scorers import Scorers
from evalstore.harnesses.lm_eval.results import NO_FILTER
from evalstore.harnesses.non_finite import warning

CASE_ID_DIGITS = 16
# A field with more values, and more than half as many as documents, is not used for slices.
VALUE_COUNT_KEPT = 20


@dataclass(slots=True)
class Document:
    """
    A document that was read: its number and hash in the data set, and its case.

    ``asked`` is a hash of the question, None if the line has none. ``location`` is the line that
    has its reply, ``filters`` those under which it was read since, in ``lines``, and
    ``answer_hash`` is of the reply's answer after the first of them. ``comes_again`` is True if
    its reply replaced an earlier one.
    """

    doc_id: str
    doc_hash: str
    case_id: str
    asked: int | None = None
    location: str = ""
    filters: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    answer_hash: int = 0
    comes_again: bool = False


@dataclass(slots=True)
class TaskSamples:
    """A task whose samples are read, and facts collected from them so far."""

    run_id: str
    name: str
    system_id: str
    higher_is_better: dict[str, Any]
    is_version_known: bool = True
    # The filters of lines that do not state theirs, in turn for each document.
    filters: tuple[str, ...] = (NO_FILTER,)
    scorers: Scorers = field(default_factory=Scorers)
    lower: set[str] = field(default_factory=set)
    # True if any metric has a value for each of several replies; else they are one attempt.
    judges_each: bool = False
    # The documents by number; those that share a number, twice; the count of each hash (below).
    documents: dict[str, Document] = field(default_factory=dict)
    namesakes: dict[tuple[str, str], Document] = field(default_factory=dict)
    by_question: dict[tuple[str, int | None], Document] = field(default_factory=dict)
    # Number of lines without a filter by document; True if one has more lines than filters.
    unnamed_counts: dict[tuple[str, int | None], int] = field(default_factory=dict)
    has_more_lines_than_filters: bool = False
    hashes: dict[str, int] = field(default_factory=dict)
    values: dict[str, set[Any]] = field(default_factory=dict)
    # Cases with a number, also an infinite one, by validator; and their infinite values.
    numbered: dict[str, set[str]] = field(default_factory=dict)
    infinite: dict[str, dict[str, int]] = field(default_factory=dict)
    # Lines whose document has another answer under another filter, and lines replaced later.
    disputed: set[str] = field(default_factory=set)
    replaced: set[str] = field(default_factory=set)
    # Numbers of ambiguous targets that `acc` reads as a number, and as a text.
    numbers_agreeing: int = 0
    texts_agreeing: int = 0

    def filter_of(self, sample: dict[str, Any], question_hash: int | None) -> str | None:
        """
        Return the filter of a line.

        Until late in 2024 lines did not state it: the first line of a document has the task's
        first filter, the second line the second, whatever lines are between them.
        """
        if "filter" in sample:
            named = sample["filter"]
            return named if isinstance(named, str) else None
        place = str(sample["doc_id"]), question_hash
        number = self.unnamed_counts.get(place, 0)
        self.unnamed_counts[place] = number + 1
        self.has_more_lines_than_filters |= number >= len(self.filters)
        return self.filters[number % len(self.filters)]

    def document_of(
        self, sample: dict[str, Any], filter_name: str = "", question_hash: int | None = None
    ) -> Document:
        """
        Return the document of a sample; a new one has no line yet.

        A case id is the start of the content's hash; another document with the same content is
        `…#2`. A number that recurs under a filter with another hash is another document.
        """
        doc_id = str(sample["doc_id"])
        stated_hash = sample.get("doc_hash")
        doc_hash = (
            stated_hash if isinstance(stated_hash, str) and stated_hash else _doc_hash(sample)
        )
        document = self.documents.get(doc_id)
        if document is not None and document.doc_hash != doc_hash:
            # A task may change a document while scoring it, and so its hash from filter to
            # filter, but not the question.
            changed = (
                document
                if document.asked == question_hash
                else self.by_question.get((doc_id, question_hash))
            )
            if changed is not None and filter_name in changed.filters:
                changed = None
            document = self.namesakes.get((doc_id, doc_hash), changed)
        if document is not None:
            return document
        number = self.hashes.get(doc_hash, 0) + 1
        case_id = doc_hash[:CASE_ID_DIGITS]
        return Document(
            doc_id, doc_hash, f"{case_id}#{number}" if number > 1 else case_id, question_hash
        )

    def keep(
        self, document: Document, location: str, filter_name: str = "", answer: object = None
    ) -> None:
        """Note a line whose record is complete."""
        if not document.location or filter_name in document.filters:
            if document.location:
                self.replaced.update(document.lines)
                document.comes_again = True
            else:
                self._add(document)
            document.location, document.answer_hash = location, hash(answer)
            document.filters, document.lines = (filter_name,), (location,)
            return
        if hash(answer) != document.answer_hash:
            self.disputed.add(document.location)
        document.filters += (filter_name,)
        document.lines += (location,)

    def forget(self, case_id: str) -> None:
        """Remove the notes on a case whose reply is replaced."""
        for numbered in self.numbered.values():
            numbered.discard(case_id)
        for infinite in self.infinite.values():
            infinite.pop(case_id, None)

    def note(
        self, validator_id: str, case_id: str, *, is_complete: bool, infinite_count: int = 0
    ) -> None:
        """Note whether a validator's values for a case are all numbers, and the infinite ones."""
        if infinite_count:
            self.infinite.setdefault(validator_id, {})[case_id] = infinite_count
        numbered = self.numbered.get(validator_id)
        if numbered is None:
            numbered = self.numbered[validator_id] = set()
        if is_complete:
            numbered.add(case_id)
        else:
            numbered.discard(case_id)

    def _add(self, document: Document) -> None:
        if self.documents.setdefault(document.doc_id, document) is not document:
            self.namesakes[document.doc_id, document.doc_hash] = document
            self.by_question.setdefault((document.doc_id, document.asked), document)
        self.hashes[document.doc_hash] = self.hashes.get(document.doc_hash, 0) + 1

    @staticmethod
    def tells_reply(document: Document, filter_name: str) -> bool:
        """Return True if a line is the first of its document, or a repetition under its filter."""
        return not document.location or filter_name in document.filters

    @property
    def cases(self) -> set[str]:
        """The ids of the cases."""
        return {document.case_id for document in self._all_documents}

    @property
    def repeat_count(self) -> int:
        """Number of documents that were repeated under a filter, each counted once."""
        return sum(document.comes_again for document in self._all_documents)

    def infinity_warnings(self, name: str) -> list[str]:
        """Return a warning for each validator with infinite values, in the file of this name."""
        return [
            warning(
                name,
                validator_id,
                sum(counts.values()),
                # A case with several values may also have finite ones.
                None if self.judges_each else len(self.numbered[validator_id]) - len(counts),
            )
            for validator_id, counts in sorted(self.infinite.items())
            if counts
        ]

    @property
    def complete(self) -> set[str]:
        """The validators with a number, also an infinite one, for every document."""
        cases = self.cases
        return {name for name, numbered in self.numbered.items() if numbered >= cases}

    @property
    def slices(self) -> list[str]:
        """The fields of documents whose values recur enough to slice by."""
        enough = max(VALUE_COUNT_KEPT, (len(self.documents) + len(self.namesakes)) // 2)
        return sorted(name for name, values in self.values.items() if len(values) <= enough)

    @property
    def _all_documents(self) -> tuple[Document, ...]:
        return (*self.documents.values(), *self.namesakes.values())

    @property
    def targets_are_numbers(self) -> bool:
        """True if an ambiguous target means the choice with that number."""
        return self.numbers_agreeing > 0 and self.texts_agreeing == 0


def _doc_hash(sample: dict[str, Any]) -> str:
    """Return the hash that the harness writes since 0.4.3, for samples without it."""
    doc = sample.get("doc") or [sample.get("arguments"), sample.get("target")]
    text = json.dumps(doc, indent=2, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
