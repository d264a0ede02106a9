r"""
The answer key of a case: its own, else one derived from ``expected`` as other tools write it.

A text, a number, a truth value or a list of which any is right. A truth value and yes or no become
``yes_no``; a letter or the text of an option ``choice``; then a number, a date, an expression in
LaTeX (``math``), and what is left a name. A solution that ends in ``#### 42`` or ``\boxed{42}``
stands for its answer.
"""

import re
from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from evalstore.judges.text.announced import announced_answer
from evalstore.judges.text.latex.latex import is_expression, without_text_commands
from evalstore.judges.text.values.dates import dates_in
from evalstore.judges.text.values.decimal_words import decimal_words
from evalstore.judges.text.values.numbers import numbers_in
from evalstore.judges.text.wording import folded, plain
from evalstore.judges.text.yes_no.yes_no import right_polarity
from evalstore.plugins.case import Case

Key = Mapping[str, object]

# Longer texts are solutions or references, and no number, date or letter.
VALUE_CHARACTERS_MAX = 200
OPTIONS_MIN = 2
OPTION_LINE = re.compile(
    r"^[ \t]{0,8}[(\[]?([A-Z])[)\].:][ \t]{1,4}(\S[^\n]{0,500})$", re.MULTILINE
)
OPTION_INLINE = re.compile(
    r"\(([A-Z])\)\s{0,4}([^()\n]{1,200}?)(?=\s{0,4}\([A-Z]\)|\n|\Z|[.;,]\s)"
)
LISTED = re.compile(
    r"\boptions:[ \t]*\n((?:[ \t]*[-*][ \t]+[^\n]{1,200}(?:\n|\Z)){2,26})", re.IGNORECASE
)
LETTER = re.compile(r"\(?([A-Za-z])\)?[.)]?")
# As a name, a letter further on is more likely one of something else.
OPTION_LETTER = re.compile(r"\(?([A-H])\)?\.?")
ASKS_A_DATE = re.compile(r"\b(?:when|year|date|day|month|century)\b", re.IGNORECASE)
PRECISIONS = ("year", "month", "day")


def answer_key_of(case: Case) -> Key:
    """
    Return the answer key of a case, empty where nothing is expected.

    >>> answer_key_of(Case("c", "d", "g", ("Is it?",), (), expected=True))
    {'kind': 'yes_no', 'value': True}
    >>> answer_key_of(Case("c", "d", "g", ("2 + 2?",), (), expected="4"))
    {'kind': 'number', 'value': '4'}
    """
    if case.answer_key:
        return _with_own_kind(case.answer_key)
    expected = case.expected
    listed = expected if isinstance(expected, list | tuple) else [expected]
    given = [value for value in listed if value is not None and str(value).strip()]
    if not given:
        return {}
    return _of_any(given, case)


def _of_any(given: Sequence[object], case: Case) -> Key:
    """Return the key of answers any of which is right."""
    options, question = _options(case), " ".join(case.turns)
    keys = [_derived(value, options, question) for value in given]
    if len(keys) == 1:
        return keys[0]
    kinds = {key["kind"] for key in keys}
    if kinds == {"date"}:
        return {**keys[0], "as_written": [str(value) for value in given]}
    if len(kinds) == 1 and not kinds & {"name", "choice"}:
        return {**keys[0], "others": keys[1:]}
    if kinds == {"choice"}:
        # Any of them, or all of them: tools differ.
        letters = ", ".join(str(key["value"]) for key in keys)
        return {"kind": "several options", "value": letters}
    first, *aliases = [str(value) for value in given]
    return {"kind": "name", "value": first, "aliases": aliases}


def _with_own_kind(key: Key) -> Key:
    """Judge a name as yes or no, or as a letter, where its other names are that as well."""
    if key.get("kind") != "name" or key.get("is_symbol") or key.get("order"):
        return key
    names = [key.get("value"), *_list(key.get("aliases")), *_list(key.get("rivals"))]
    if all(right_polarity(name) is not None for name in names):
        return {"kind": "yes_no", "value": key["value"]}
    letters = [OPTION_LETTER.fullmatch(str(name)) for name in names]
    if all(letters):
        return {"kind": "choice", "value": next(each[1] for each in letters if each)}
    return key


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()


def _derived(value: object, options: Mapping[str, str], question: str) -> Key:
    if isinstance(value, int) and not isinstance(value, bool) and options:
        by_index = dict(enumerate(options)).get(value)
        if str(value) not in options.values() and by_index is not None:
            return {"kind": "choice", "value": by_index, "options": dict(options)}
    text = value if isinstance(value, str) else str(value)
    announced = announced_answer(text)
    if announced is not None and announced.is_marked:
        text = announced.text
    text = without_text_commands(text).strip()
    letter = _letter(text, options)
    if letter is not None:
        return {"kind": "choice", "value": letter, "options": dict(options)}
    if right_polarity(value if isinstance(value, bool) else text) is not None:
        return {"kind": "yes_no", "value": value if isinstance(value, bool) else text}
    key = _value_key(text, question) if len(text) <= VALUE_CHARACTERS_MAX else None
    if key is None and is_expression(text):
        key = {"kind": "math", "value": text}
    rivals = _listed_beside(text, question)
    return key or {"kind": "name", "value": text, "aliases": [], "rivals": rivals}


def _letter(text: str, options: Mapping[str, str]) -> str | None:
    """Return the letter of the option that a text names, by its letter or its own text."""
    found = LETTER.fullmatch(text)
    if found and (found[1].upper() in options if options else found[0] in _capital(found[1])):
        return found[1].upper()
    bare = folded(text)
    same = [letter for letter, option in options.items() if folded(option) == bare]
    return same[0] if len(same) == 1 else None


def _capital(letter: str) -> tuple[str, ...]:
    upper = letter.upper()
    return upper, f"({upper})", f"{upper})", f"{upper}."


def _value_key(text: str, question: str) -> Key | None:
    bare = plain(text)
    dates = [date for date in dates_in(bare) if date.end - date.start == len(bare.rstrip("."))]
    if dates and (dates[0].month or ASKS_A_DATE.search(question)):
        date = dates[0]
        parts = [part for part in (date.month, date.day) if part is not None]
        value = f"{date.year:04d}" + "".join(f"-{part:02d}" for part in parts)
        precision = PRECISIONS[len(parts)]
        return {"kind": "date", "value": value, "precision": precision, "as_written": [text]}
    bare = bare.removeprefix("$").removesuffix(".")
    found = numbers_in(bare)
    if len(found) != 1 or (found[0].start, found[0].end) != (0, len(bare)):
        return None
    number = found[0]
    # What was given as a fraction stays one; a reason shows the number as it was given.
    words = str(number.value) if "/" in bare else decimal_words(number.value, number.places)
    key: dict[str, object] = {"kind": "number", "value": words}
    if number.unit is not None:
        key["unit"] = re.sub(r"\A[-+\d.,/^*\s]+(?:[eE][-+]?\d+)?\s*", "", bare)
    return key


def _options(case: Case) -> dict[str, str]:
    """Return the options of a case by letter: declared ones, else the last ones it lists."""
    for name in ("choices", "options"):
        declared = case.extra.get(name)
        if isinstance(declared, Mapping):
            return {str(letter).upper(): str(text) for letter, text in declared.items()}
        if isinstance(declared, list | tuple) and declared:
            return dict(zip(ascii_uppercase, (str(each) for each in declared), strict=False))
    prompt = case.turns[-1] if case.turns else ""
    for pattern in (OPTION_LINE, OPTION_INLINE):
        options: dict[str, str] = {}
        for match in pattern.finditer(prompt):
            if match[1] == "A":
                options = {}
            if match[1] == ascii_uppercase[len(options) % len(ascii_uppercase)]:
                options[match[1]] = match[2].strip()
        if len(options) >= OPTIONS_MIN:
            return options
    return {}


def _listed_beside(text: str, question: str) -> list[str]:
    """Return the other options of a list without letters that holds a text."""
    found = LISTED.search(question)
    lines = found[1].splitlines() if found else []
    listed = [line.strip().lstrip("-*").strip() for line in lines]
    return [each for each in listed if each != text] if text in listed else []
