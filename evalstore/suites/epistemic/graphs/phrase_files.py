"""
Files of phrases: sentences for predicates that replace those made from the predicates' names.

A CSV file in UTF-8 with a header and these columns, ``predicate`` and at least one other:

| column | |
|---|---|
| ``predicate`` | the IRI |
| ``statement`` | a sentence of both names: ``{subject} flows into {object}`` |
| ``question`` | ``Does {subject} flow into {object}?``; default: made of the statement |
| ``noun`` | the object's role for the subject: ``mouth``; ``the mouth`` if there is only one |
"""

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError, UsageError
from evalstore.suites.epistemic.graphs.parts_of_speech import ARTICLES
from evalstore.suites.epistemic.graphs.predicate_forms import PredicateForm, form_of

COLUMNS = ("predicate", "statement", "question", "noun")
BUILT_IN = Path(__file__).parent / "data" / "phrases.csv"


def read_phrases(path: Path) -> dict[str, PredicateForm]:
    """
    Return the sentence patterns of a file of phrases by predicate.

    Raises ``UsageError``, with file, line and field, for an invalid row, and
    ``UnreadableInputError`` for a file that cannot be read.
    """
    try:
        text = input_file.read_text(path, encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInputError(
            f"{path}: {error}; expected a file of phrases, CSV in UTF-8"
        ) from error
    forms: dict[str, PredicateForm] = {}
    for line, row in _rows(path, text):
        predicate = row["predicate"]
        if ":" not in predicate:
            raise _wrong(path, line, "predicate", predicate, "an IRI")
        if predicate in forms:
            raise _wrong(path, line, "predicate", predicate, "one row for each predicate")
        forms[predicate] = _form(path, line, row)
    return forms


def phrases_of(path: str | None) -> dict[str, PredicateForm]:
    """Return the sentence patterns of a file in the setting ``phrases``; {} without it."""
    return {} if path is None else read_phrases(Path(path))


@cache
def built_in_phrases() -> dict[str, PredicateForm]:
    """Return the sentence patterns of predicates of well-known vocabularies."""
    return read_phrases(BUILT_IN)


def _rows(path: Path, text: str) -> Iterator[tuple[int, dict[str, str]]]:
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        unknown = [name for name in header if name not in COLUMNS]
        if "predicate" not in header or unknown or len(set(header)) < len(header):
            expected = f"a header of {', '.join(COLUMNS)}"
            raise _wrong(path, 1, "header", ",".join(header), expected)
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            if len(row) != len(header):
                expected = f"{len(header)} fields; quote those with a comma"
                raise _wrong(path, reader.line_num, "row", ",".join(row), expected)
            cells = {name: cell.strip() for name, cell in zip(header, row, strict=True)}
            yield reader.line_num, dict.fromkeys(COLUMNS, "") | cells
    except csv.Error as error:
        raise _wrong(
            path, reader.line_num, "row", str(error), "fields as CSV quotes them"
        ) from error


def _form(path: Path, line: int, row: dict[str, str]) -> PredicateForm:
    statement, question, noun = row["statement"], row["question"], row["noun"]
    for field, pattern in (("statement", statement), ("question", question)):
        if pattern and _placeholders(pattern) != ["object", "subject"]:
            expected = "{subject} and {object}, once each"
            raise _wrong(path, line, field, pattern, expected)
    if not statement and not noun:
        raise _wrong(path, line, "statement", "", "a statement or a noun")
    if noun and {"{", "}"} & set(noun):
        raise _wrong(path, line, "noun", noun, "words without braces")
    bare = noun.partition(" ")[2] if noun.partition(" ")[0] in ARTICLES else noun
    if not statement:
        form = form_of(noun if bare != noun else f"has {noun}")
        return PredicateForm(form.statement, question.rstrip("?") or form.question, bare)
    statement = statement.rstrip(".")
    wording = question.rstrip("?") or f"Is it true that {statement}"
    return PredicateForm(statement, wording, bare)


def _placeholders(text: str) -> list[str]:
    try:
        return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)
    except ValueError:
        return []


def _wrong(path: Path, line: int, field: str, value: str, expected: str) -> UsageError:
    return UsageError(f"{path}, line {line}, {field}: {value!r:.200}; expected {expected}")
