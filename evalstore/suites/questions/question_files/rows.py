"""Parse a row of a file of questions into its parts, or report the first problem."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_uppercase
from typing import TypeVar

from evalstore.plugins.case import Scalar
from evalstore.plugins.image import Image
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.questions.question_files.answers import option_named
from evalstore.suites.questions.question_files.conversations import turns_of
from evalstore.suites.questions.question_files.pictures import images_of
from evalstore.suites.questions.question_files.question_columns import QuestionColumns
from evalstore.suites.questions.question_files.values import (
    CellError,
    checked_options,
    json_in,
    list_of,
    options_of,
    scalar_of,
    text_of,
    truth_of,
)

Values = Mapping[str, object]
Item = TypeVar("Item")


class RowError(ValueError):
    """A problem of a row; the text has the column, the value and the expectation."""


@dataclass(frozen=True, slots=True)
class RowQuestion:
    """
    The parts of a row.

    ``answer`` has the places of the right options, from 0, if there are ``options``: one unless
    ``is_several``. ``expected`` has the right answers as the file writes them; any of them is
    accepted.
    """

    turns: tuple[str, ...]
    context: str = ""
    images: tuple[Image, ...] = ()
    options: tuple[str, ...] = ()
    answer: tuple[int, ...] = ()
    is_several: bool = False
    expected: tuple[Scalar, ...] = ()
    answer_key: Mapping[str, object] = field(default_factory=dict)
    domain: str = ""
    cluster: str | None = None
    session: str | None = None
    validators: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    is_canary: bool = False
    severity: str | None = None


@dataclass(frozen=True, slots=True)
class QuestionReader:
    """The columns of a file, the way its answers name options, and the defaults of its rows."""

    columns: QuestionColumns
    reading: str
    domain: str
    known_validators: frozenset[str]
    needs_expected: bool
    # The folder of the files of images.
    folder: Path | None = None

    def question(self, values: Values) -> RowQuestion:
        """Return the parts of a row; raise RowError for the first problem."""
        turns = self._turns(values)
        options, answer = self._options_and_answer(values, turns[-1])
        is_several = bool(options) and self._holds_several(values)
        expected = self._expected(values)
        key = self._cell("answer_key", values, _key_of) or self._declared_key(values, expected)
        validators = tuple(text_of(each) for each in self._cell("validators", values, list_of))
        for name in validators:
            if name not in self.known_validators:
                allowed = ", ".join(sorted(self.known_validators))
                raise RowError(f"column {self.columns.one('validators')}: found {name!r}; "
                               f"expected some of {allowed}")  # fmt: skip
        is_judged_otherwise = bool(validators) and "factual" not in validators
        if self.needs_expected and not (expected or key or is_judged_otherwise):
            column = self.columns.one("expected") or "expected"
            raise RowError(f"column {column}: found nothing; expected the right answer")
        return RowQuestion(
            turns=turns,
            context=self._text("context", values),
            images=self._cell("images", values, lambda value: images_of(value, self.folder)),
            options=options,
            answer=answer,
            is_several=is_several,
            expected=expected,
            answer_key=key,
            domain=self._text("domain", values) or self.domain,
            cluster=self._text("cluster", values) or None,
            session=self._text("session", values) or None,
            validators=validators,
            tags=tuple(text_of(tag) for tag in self._cell("tags", values, list_of)),
            is_canary=self._cell("is_canary", values, truth_of),
            severity=self._text("severity", values) or None,
        )

    def options(self, values: Values) -> list[str]:
        """Return the declared options of a row, [] for an open question."""
        names = self.columns.by_role.get("choices", ())
        if len(names) == 1:
            return self._cell("choices", values, options_of)
        texts = [text_of(values.get(name)) for name in names]
        while texts and not texts[-1]:
            texts.pop()
        try:
            return checked_options(texts)
        except CellError as error:
            raise RowError(f"columns {names[0]} to {names[-1]}: {error}") from error

    def _turns(self, values: Values) -> tuple[str, ...]:
        role = "messages" if "messages" in self.columns.by_role else "prompt"
        turns = self._cell(role, values, turns_of)
        if not turns:
            raise RowError(f"column {self.columns.one(role)}: found nothing; expected a question")
        return turns

    def _holds_several(self, values: Values) -> bool:
        column = self.columns.one("expected")
        answer = json_in(values.get(column)) if column else None
        return "choices" in self.columns.by_role and isinstance(answer, list)

    def _options_and_answer(
        self, values: Values, prompt: str
    ) -> tuple[tuple[str, ...], tuple[int, ...]]:
        options = self.options(values)
        column = self.columns.one("expected")
        answer = values.get(column) if column else None
        if not options:
            return self._shuffled_options(values, prompt)
        answers = json_in(answer) if self._holds_several(values) else [answer]
        places = [self._place(each, options) for each in list_of(answers) if each is not None]
        return tuple(options), tuple(sorted(set(places)))

    def _place(self, answer: object, options: list[str]) -> int:
        """Return the place of the option that an answer names; raise RowError if there is none."""
        column = self.columns.one("expected")
        try:
            place = option_named(answer, options, self.reading)
        except CellError as error:
            raise RowError(f"column {column}: {error}") from error
        if place is None:
            last = ascii_uppercase[len(options) - 1]
            wanted = {
                "letter": f"a letter from A to {last}",
                "index0": f"a number from 0 to {len(options) - 1}",
                "index1": f"a number from 1 to {len(options)}",
            }.get(self.reading, "one of the options: " + " | ".join(options)[:120])
            raise RowError(f"column {column}: found {text_of(answer)[:60]!r}; expected {wanted}")
        return place

    def _shuffled_options(
        self, values: Values, prompt: str
    ) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Return the right answer among the wrong ones, in an order fixed by the question."""
        names = self.columns.by_role.get("wrong", ())
        column = self.columns.one("expected")
        right = text_of(values.get(column)) if column and names else ""
        try:
            wrong = [text_of(each) for name in names for each in list_of(values.get(name))]
            options = checked_options([right, *filter(None, wrong)]) if wrong and right else []
        except CellError as error:
            raise RowError(f"column {names[0]}: {error}") from error
        drawn = SeededRandom("options", prompt).shuffled(options)
        return tuple(drawn), (drawn.index(right),) if drawn else ()

    def _expected(self, values: Values) -> tuple[Scalar, ...]:
        column = self.columns.one("expected")
        value = json_in(values.get(column)) if column else None
        listed = value if isinstance(value, list) else [value]
        names = self.columns.by_role.get("aliases", ())
        answers = [*listed, *(each for name in names for each in list_of(values.get(name)))]
        try:
            scalars = [scalar_of(each) for each in answers]
        except CellError as error:
            raise RowError(f"column {column}: {error}") from error
        return tuple(dict.fromkeys(each for each in scalars if each is not None and each != ""))

    def _declared_key(self, values: Values, expected: tuple[Scalar, ...]) -> dict[str, object]:
        """Return the answer key declared by columns for kind, unit and tolerance; else {}."""
        kind, unit = self._text("kind", values), self._text("unit", values)
        tolerance = self._cell("tolerance", values, _share_of)
        if not (kind or unit or tolerance) or (not expected and kind != "abstain"):
            return {}
        key: dict[str, object] = {"kind": kind or "number"}
        if expected:
            key["value"] = text_of(expected[0])
        if key["kind"] == "number":
            key["value"] = _number_of(str(key["value"]), self.columns.one("expected"))
        if len(expected) > 1:
            key["aliases"] = [text_of(each) for each in expected[1:]]
        return key | ({"unit": unit} if unit else {}) | (
            {"tolerance": tolerance} if tolerance else {}
        )  # fmt: skip

    def _text(self, role: str, values: Values) -> str:
        return str(self._cell(role, values, text_of))

    def _cell(self, role: str, values: Values, read: Callable[[object], Item]) -> Item:
        column = self.columns.one(role)
        try:
            return read(values.get(column) if column else None)
        except CellError as error:
            raise RowError(f"column {column}: {error}") from error


def _key_of(value: object) -> dict[str, object]:
    key = json_in(value)
    if key is None or key == "":
        return {}
    if not isinstance(key, dict) or not isinstance(key.get("kind"), str):
        raise CellError(
            'found no answer key; expected JSON such as {"kind": "number", "value": 4}'
        )
    return key


def _share_of(value: object) -> float | None:
    text = text_of(value)
    if not text:
        return None
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = math.nan
    if not 0 <= share <= 1:
        raise CellError(
            f"found {text!r}; expected a share of the right number, such as 0.01 or 1%"
        )
    return share


def _number_of(text: str, column: str | None) -> str:
    try:
        number = float(text.replace(",", ""))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise RowError(f"column {column}: found {text[:60]!r}; expected a number")
    return text.replace(",", "")
