"""
Make the cases of a file of questions.

A case's id is computed from its question, options, context and session, so that it is the same in
every run, independent of its row. A repeated question is one case, unless the answers differ.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from evalstore.base.phrases import counted
from evalstore.errors import UsageError
from evalstore.plugins.case import Case, Scalar, content_id
from evalstore.suites.hallucination.factual_cases import (
    ANSWER_SCHEMA,
    CHANCE_OF_A_GUESS,
    HOW_TO_ANSWER,
)
from evalstore.suites.questions.question_files.attributes import attribute_columns
from evalstore.suites.questions.question_files.question_columns import QuestionColumns
from evalstore.suites.questions.question_files.reading import FileRow, QuestionFile
from evalstore.suites.questions.question_files.rows import QuestionReader, RowError, RowQuestion
from evalstore.suites.questions.question_files.values import CellError, scalar_of

GENERATOR = "questions"
SHOWN_MAX = 10
OPTION_MARK = re.compile(r"(?<![^\W_])([A-Za-z])[).:\]]+\s*")
CHOOSE = "Answer with the letter of one option."
CHOOSE_ALL = "Answer with the letters of all right options, with commas between them."


@dataclass(frozen=True, slots=True)
class ReplyForm:
    """The required form of the reply, and the validators of rows that name none."""

    is_json: bool
    validators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MadeCases:
    """Cases in the order of the file, and the rows without a case, by reason."""

    cases: tuple[Case, ...]
    bad_rows: tuple[str, ...]
    duplicate_count: int
    # Columns that slice the results.
    attributes: tuple[str, ...]


def make_cases(
    file: QuestionFile,
    reader: QuestionReader,
    form: ReplyForm,
    attributes: object,
    *,
    skips_bad_rows: bool,
) -> MadeCases:
    """
    Return the cases of a file; ``attributes`` names the columns to slice by, or is None.

    Raises UsageError with the first ten bad rows and their number, unless these are skipped, and
    if no case is left.
    """
    chosen = attribute_columns(file, reader.columns, attributes)
    bad: list[str] = []
    seen: dict[str, tuple[Case, FileRow]] = {}
    occurrences: Counter[tuple[str, str]] = Counter()
    duplicate_count = 0
    for row in file.rows:
        try:
            question = _question(row, reader)
            repeated = 0
            if question.session:
                occurrences[question.session, question.turns[-1]] += 1
                repeated = occurrences[question.session, question.turns[-1]]
            kept = _kept(row, chosen, reader.columns)
            case = _case(
                question, form, repeated, kept, is_open="choices" in reader.columns.by_role
            )
            first = seen.setdefault(case.case_id, (case, row))
            if first[1] is not row:
                _require_same(first, case)
                duplicate_count += 1
        except RowError as error:
            bad.append(f"{file.name}, {row.place} (row {row.number}), {error}")
    if bad and not skips_bad_rows:
        raise UsageError(bad_rows_message(bad, len(file.rows)))
    if not seen:
        raise UsageError(bad_rows_message(bad, len(file.rows)))
    cases = tuple(case for case, _ in seen.values())
    return MadeCases(cases, tuple(bad), duplicate_count, chosen)


def bad_rows_message(bad: Sequence[str], row_count: int) -> str:
    """Return a message with the first bad rows and the possible remedies."""
    more = f"\n… and {len(bad) - SHOWN_MAX} more" if len(bad) > SHOWN_MAX else ""
    return (
        f"{len(bad)} of {counted(row_count, 'row')} are invalid:\n"
        + "\n".join(bad[:SHOWN_MAX])
        + f"{more}\nNothing was run. Mend them, say otherwise what the columns are "
        "(--set map=…, --set answers=…), or leave them out with --set skip_bad_rows=true"
    )


def _question(row: FileRow, reader: QuestionReader) -> RowQuestion:
    if row.problem:
        raise RowError(row.problem)
    return reader.question(row.values)


def _require_same(first: tuple[Case, FileRow], case: Case) -> None:
    before = (first[0].expected, first[0].answer_key)
    if before != (case.expected, case.answer_key):
        raise RowError(
            f"the same question as in {first[1].place} with another answer: found "
            f"{str(case.expected)[:60]!r} after {str(first[0].expected)[:60]!r}"
        )


def _kept(
    row: FileRow, chosen: Sequence[str], columns: QuestionColumns
) -> tuple[dict[str, Scalar], dict[str, object]]:
    """Return the slicing columns of a row, and its other columns with scalars."""
    attributes: dict[str, Scalar] = {}
    others: dict[str, object] = {}
    identity = columns.one("id")
    for name in (*columns.others, *([identity] if identity else [])):
        try:
            value = scalar_of(row.values.get(name))
        except CellError:
            continue
        if value is not None and name in chosen:
            attributes[name] = value
        elif value is not None:
            others[name] = value
    return attributes, others


def _case(
    question: RowQuestion,
    form: ReplyForm,
    repeated: int,
    kept: tuple[dict[str, Scalar], dict[str, object]],
    *,
    is_open: bool,
) -> Case:
    validators = question.validators or form.validators
    attributes, others = kept
    expected, key = _expected_and_key(question, is_open=is_open)
    shown = [image.sha256 for image in question.images]
    parts = [
        *question.turns,
        list(question.options),
        question.context,
        *([{"images": shown}] if shown else []),
    ]
    extra: dict[str, object] = {"choices": list(question.options)} if question.options else {}
    return Case(
        case_id=content_id(
            GENERATOR, *parts, *([question.session, repeated] if question.session else [])
        ),
        domain=question.domain,
        generator=GENERATOR,
        turns=(*question.turns[:-1], _prompt(question, form)),
        validators=validators,
        expected=expected,
        answer_key=key,
        answer_schema=ANSWER_SCHEMA if form.is_json else None,
        chance=1 / len(question.options) if question.options else CHANCE_OF_A_GUESS,
        is_canary=question.is_canary,
        cluster_id=question.cluster,
        session_id=question.session,
        severity=question.severity,
        tags=question.tags,
        attributes=attributes,
        extra=extra | ({"columns": others} if others else {}),
        images=question.images,
    )


def _expected_and_key(
    question: RowQuestion, *, is_open: bool
) -> tuple[Scalar | tuple[str, ...], dict[str, object]]:
    """
    Return the right answer and its key, as far as the file declares them.

    ``is_open``: a question without options is open, so that a letter is a symbol and not an
    option.
    """
    key = dict(question.answer_key)
    letters = ascii_uppercase[: len(question.options)]
    if question.is_several and question.answer and not key:
        right = ", ".join(letters[place] for place in question.answer)
        subsets = [", ".join(letters), *letters]
        return right, {
            "kind": "choices",
            "value": right,
            "options": dict(zip(letters, question.options, strict=True)),
            "wrong": [subset for subset in subsets if subset != right],
        }
    if question.answer and not key:
        right = letters[question.answer[0]]
        key = {
            "kind": "choice",
            "value": right,
            "options": dict(zip(letters, question.options, strict=True)),
            "wrong": [letter for letter in letters if letter != right],
        }
        return right, key
    if is_open and not key and not question.options and _is_letter(question.expected):
        return question.expected[0], {
            "kind": "name", "value": question.expected[0], "is_symbol": True,
        }  # fmt: skip
    if len(question.expected) > 1:
        return tuple(str(each) for each in question.expected), key
    return (question.expected[0] if question.expected else None), key


def _is_letter(expected: Sequence[Scalar]) -> bool:
    return len(expected) == 1 and bool(re.fullmatch("[A-Za-z]", str(expected[0])))


def _prompt(question: RowQuestion, form: ReplyForm) -> str:
    """Return the last turn, with the context, the options and the form of the reply."""
    question_text = question.turns[-1]
    choose = CHOOSE_ALL if question.is_several else CHOOSE
    parts = [question_text, *([question.context] if question.context else [])]
    if question.options and not _has_options(question_text, question.options):
        parts += [
            f"{letter}) {option}"
            for letter, option in zip(ascii_uppercase, question.options, strict=False)
        ]
        parts += [] if form.is_json else [choose]
    if form.is_json:
        parts += [f"{choose} {HOW_TO_ANSWER}" if question.options else HOW_TO_ANSWER]
    return "\n".join(parts)


def _has_options(question_text: str, options: Sequence[str]) -> bool:
    """Return whether a question already lists its options by letter."""
    letters = dict(zip(options, ascii_uppercase, strict=False))
    listed = {
        option
        for mark in OPTION_MARK.finditer(question_text)
        for option, letter in letters.items()
        if mark[1].upper() == letter and question_text.startswith(option, mark.end())
    }
    return len(listed) == len(options)


def in_sessions(cases: Sequence[Case]) -> Iterator[Case]:
    """Yield the cases in order, those of a session together at the place of its first."""
    by_session: dict[str, list[Case]] = {}
    for case in cases:
        if case.session_id:
            by_session.setdefault(case.session_id, []).append(case)
    for case in cases:
        if case.session_id is None:
            yield case
        elif case.session_id in by_session:
            yield from by_session.pop(case.session_id)
