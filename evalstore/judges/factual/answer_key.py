r"""
The answer key of a case: its own, or one derived from ``expected`` as other tools write it.

``expected`` is a text, a number, a truth value, or a list of which any item is right. A truth
value, yes and no become ``yes_no``; a letter or the text of an option becomes ``choice``; then
follow numbers, dates and LaTeX expressions (``math``); every other text is a name. For a solution
that ends in ``#### 42`` or ``\boxed{42}``, the key is the key of that answer.
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

# A longer text is a solution or a reference; it is not read as a number, date or letter.
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
# Letters after H are more likely names than options.
OPTION_LETTER = re.compile(r"\(?([A-H])\)?\.?")
ASKS_A_DATE = re.compile(r"\b(?:when|year|date|day|month|century)\b", re.IGNORECASE)
PRECISIONS = ("year", "month", "day")


def answer_key_of(case: Case) -> Key:
    """
    Return the answer key of a case, empty if the case expects no answer.

    >>> answer_key_of(Case("c", "d", "g", ("Is it?",), (), expected=True))
    {'kind': 'yes_no', 'value': True}
    >>> answer_key_of(Case("c", "d", "g", ("2 + 2?",), (), expected="4"))
    {'kind': 'number', 'value': '4'}
    """
    if case.answer_key:
        return _with_own_kind(case.answer_key)
    expected = case.expected
    listed = expected if isinstance(expected, list | tuple) else [expected]
    answers = [value for value in listed if value is not None and str(value).strip()]
    if not answers:
        return {}
    return _of_any(answers, case)


def _of_any(answers: Sequence[object], case: Case) -> Key:
    """Return the key for a list of answers of which any is right."""
    options, question = _options(case), " ".join(case.turns)
    keys = [_derived(value, options, question) for value in answers]
    if len(keys) == 1:
        return keys[0]
    kinds = {key["kind"] for key in keys}
    if kinds == {"date"}:
        return {**keys[0], "as_written": [str(value) for value in answers]}
    if len(kinds) == 1 and not kinds & {"name", "choice"}:
        return {**keys[0], "others": keys[1:]}
    if kinds == {"choice"}:
        # Tools differ in whether any or all of them are right, so no judge reads this kind.
        letters = ", ".join(str(key["value"]) for key in keys)
        return {"kind": "several options", "value": letters}
    first, *aliases = [str(value) for value in answers]
    return {"kind": "name", "value": first, "aliases": aliases}


def _with_own_kind(key: Key) -> Key:
    """Return a name's key as ``yes_no`` or ``choice`` if all its names are of that kind."""
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
    """Return the letter of the option that a text names by letter or wording, else None."""
    match = LETTER.fullmatch(text)
    if match and (match[1].upper() in options if options else match[0] in _capital(match[1])):
        return match[1].upper()
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
    numbers = numbers_in(bare)
    if len(numbers) != 1 or (numbers[0].start, numbers[0].end) != (0, len(bare)):
        return None
    number = numbers[0]
    # Keep a fraction as it was written; the reason of a verdict shows it.
    words = str(number.value) if "/" in bare else decimal_words(number.value, number.places)
    key: dict[str, object] = {"kind": "number", "value": words}
    if number.unit is not None:
        key["unit"] = re.sub(r"\A[-+\d.,/^*\s]+(?:[eE][-+]?\d+)?\s*", "", bare)
    return key


def _options(case: Case) -> dict[str, str]:
    """Return the options of a case by letter: declared ones, else the last ones in the prompt."""
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
    """Return the other options if the question lists the text among options without letters."""
    match = LISTED.search(question)
    lines = match[1].splitlines() if match else []
    listed = [line.strip().lstrip("-*").strip() for line in lines]
    return [each for each in listed if each != text] if text in listed else []
