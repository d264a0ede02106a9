"""Dates in a text, in many wordings, compared with the right one at the requested precision."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evalstore.judges.text.values import number_words as words
from evalstore.judges.text.values.value_verdict import (
    ValueComparison,
    ValueKind,
    verdict_on_values,
)
from evalstore.judges.text.wording import plain
from evalstore.plugins.verdict import Verdict

MONTHS: tuple[str, ...] = words.WORDS["months"]
MONTH = "|".join([*MONTHS, *(f"{name[:3]}" for name in MONTHS), "sept"])
MONTH_COUNT = len(MONTHS)
# Bounds of a year in words; smaller numbers need an era.
SPOKEN_YEARS = (100, 9999)
BARE_DIGITS_MIN = 3
BEFORE = (
    r"\s*(?:b\.?\s?c\.?(?:\s?e\.?)?(?![a-z])"
    r"|before\s(?:christ|(?:the\s)?(?:common|current|christian)\sera)\b)"
)
AFTER = r"\s*(?:(?:a\.?\s?d\.?|c\.?\s?e\.?)(?![a-z])|(?:anno\sdomini|(?:of\sthe\s)?common\sera)\b)"
YEAR = (
    rf"(?P<ad>(?:a\.?d\.?|c\.?e\.?|anno domini)\s*)?(?P<minus>(?<![\w)])-)?(?P<year>\d{{1,4}})"
    rf"(?!\d|[.,]\d|:\d)(?:(?P<bc>{BEFORE})|(?P<ce>{AFTER}))?"
)
NUMERIC = r"(?P<day>\d{1,2})(?P<point>[./-])\s?(?P<month>\d{1,2})(?P=point)\s?(?P<year>\d{4})"
DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?\.?"

FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?<![\w-])(?P<minus>-)?(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?!\d)",
        rf"\b{DAY}\s*(?:of\s+)?(?P<name>{MONTH})\b\.?,?\s*(?:of\s+|in\s+)?{YEAR}",
        rf"\b(?P<name>{MONTH})\b\.?\s*(?:the\s+)?{DAY}(?:,\s*|\s+)(?:of\s+|in\s+)?{YEAR}",
        rf"\b(?P<name>{MONTH})\b\.?,?\s*(?:of\s+)?{YEAR}",
        rf"(?<![\d/.]){NUMERIC}(?!\d)",
        r"(?<!\d)(?P<year>\d{4})[/.](?P<month>\d{1,2})[/.](?P<day>\d{1,2})(?!\d)",
    )
)
ERA_BEFORE, ERA_AFTER = (re.compile(era, re.IGNORECASE) for era in (BEFORE, AFTER))
UNITS = words.ORDINAL_WORDS[:9]
DAYS = [*words.ORDINAL_WORDS, *(f"twenty-{unit}" for unit in UNITS), "thirtieth", "thirty-first"]
ORDINALS = {name: day for day, name in enumerate(DAYS, 1)}
# Only before a month: elsewhere ordinals count other things.
ORDINAL_DAY = re.compile(
    rf"\b({'|'.join(sorted((each.replace('-', '[- ]') for each in DAYS), key=len, reverse=True))})"
    rf"(?=\s+(?:of\s+)?(?:{MONTH})\b)",
    re.IGNORECASE,
)
# A bare year: three or four digits, or fewer with an era.
BARE = re.compile(rf"(?<![\w.,$#]){YEAR}(?P<tail>[a-z%]*)", re.IGNORECASE)
ONLY_A_NUMBER = re.compile(r"\W*(?:(?:in|the|year|it|was)\s+)*-?\d{1,4}\W*", re.IGNORECASE)
COARSE = re.compile(r"\b(?:\d{2,4}'?s|\d{1,2}(?:st|nd|rd|th)\s+century)\b", re.IGNORECASE)
YEARS_AFTER = re.compile(
    r"^\s*(?:years?|days?|people|men|km|m|miles|%|percent|times)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Date:
    """
    A date in a text, from ``start`` to ``end``; ``month`` and ``day`` are None if missing.

    ``is_ambiguous`` is True if month and day may be exchanged.
    """

    year: int
    month: int | None
    day: int | None
    start: int
    end: int
    has_era: bool = False
    is_ambiguous: bool = False

    def words(self) -> str:
        """Return the date in words, for a reason."""
        year = f"{-self.year} BC" if self.year < 0 else str(self.year)
        if self.month is None:
            return year
        month = MONTHS[self.month - 1].capitalize()
        return f"{month} {year}" if self.day is None else f"{self.day} {month} {year}"


def dates_in(text: str) -> list[Date]:
    """
    Return the dates of a plain text in order, the more precise one if two overlap.

    >>> [date.words() for date in dates_in("on Nov. 9th, 1989, not in 44 B.C.")]
    ['9 November 1989', '44 BC']
    >>> [date.words() for date in dates_in("in nineteen eighty-nine")]
    ['1989']
    """
    dates: list[Date] = []
    for form in FORMS:
        for match in form.finditer(text):
            date = _date(match)
            if date and not any(date.start < kept.end and kept.start < date.end for kept in dates):
                dates.append(date)
    for date in _bare_years(text):
        if not any(date.start < kept.end and kept.start < date.end for kept in dates):
            dates.append(date)
    if not dates:
        dates = list(_spoken_years(text))
    return sorted(dates, key=lambda date: date.start)


def is_coarse(text: str) -> bool:
    """Return whether a text names a decade or a century."""
    return COARSE.search(text) is not None


def _spoken_years(text: str) -> Iterator[Date]:
    """Yield the years in words: nineteen eighty-nine, forty-four BC."""
    for value, start, end in words.spoken_in(text):
        before, after = ERA_BEFORE.match(text, end), ERA_AFTER.match(text, end)
        lowest = 1 if before or after else SPOKEN_YEARS[0]
        if value.denominator == 1 and lowest <= value <= SPOKEN_YEARS[1]:
            era = before or after
            year = -int(value) if before else int(value)
            yield Date(year, None, None, start, era.end() if era else end, has_era=bool(era))


def with_ordinal_days(text: str) -> str:
    """
    Return the text with days in words written as numbers.

    >>> with_ordinal_days("the twenty-first of July 1969")
    'the 21 of July 1969'
    """
    return ORDINAL_DAY.sub(lambda match: str(ORDINALS[match[1].lower().replace(" ", "-")]), text)


def _bare_years(text: str) -> Iterator[Date]:
    is_alone = ONLY_A_NUMBER.fullmatch(text) is not None
    for match in BARE.finditer(text):
        has_era = any(match[name] for name in ("ad", "bc", "ce", "minus"))
        is_long = len(match["year"]) >= BARE_DIGITS_MIN
        if match["tail"] or not (has_era or is_long or is_alone):
            continue
        if not has_era and YEARS_AFTER.match(text[match.end() : match.end() + 12]):
            continue
        date = _date(match)
        if date:
            yield date


def _date(match: re.Match[str]) -> Date | None:
    parts = match.groupdict()
    year = int(parts["year"]) * (-1 if parts.get("bc") or parts.get("minus") else 1)
    has_era = any(parts.get(name) for name in ("bc", "ad", "ce", "minus"))
    day = int(parts["day"]) if parts.get("day") else None
    month = _month(parts)
    is_ambiguous = False
    if parts.get("point") and month and day:
        # 9/11/1989 is in November in some countries and in September in others.
        is_ambiguous = parts["point"] != "." and day <= MONTH_COUNT and day != month
        if month > MONTH_COUNT:
            day, month = month, day
    if year == 0 or (month or 1) not in range(1, 13) or (day or 1) not in range(1, 32):
        return None
    return Date(year, month, day, match.start(), match.end(), has_era, is_ambiguous)


def _month(parts: dict[str, str | None]) -> int | None:
    if name := parts.get("name"):
        short = name[:3].lower()
        return 1 + next(place for place, month in enumerate(MONTHS) if month[:3] == short)
    number = parts.get("month")
    return int(number) if number else None


def judge_date(
    text: str, key: Mapping[str, object], question: str, *, is_answer_alone: bool
) -> tuple[Verdict | None, int]:
    """Return the verdict on the dates in a text, and the position of the first."""
    bare = with_ordinal_days(plain(text))
    values = _finest(dates_in(bare), is_day_asked=key.get("precision") == "day")
    question_parts = {_parts(date) for date in dates_in(plain(question))}
    texts = key.get("beside")
    listed = texts if isinstance(texts, list | tuple) else ()
    beside = {_parts(date) for each in listed for date in dates_in(plain(str(each)))}
    right = right_date(key)
    kind = ValueKind(
        compare=lambda date: compare_dates(date, right, str(key.get("precision", "year"))),
        same=lambda first, other: _parts(first) == _parts(other),
        is_echo=lambda date: _parts(date) in question_parts,
        words=Date.words,
        sought=f"the right date is {right.words()}",
        is_beside=lambda date: _parts(date) in beside,
    )
    verdict = verdict_on_values(bare, values, kind, is_answer_alone=is_answer_alone)
    if verdict is None and is_coarse(bare):
        reason = f"names a decade or a century; the right date is {right.words()}"
        verdict = Verdict("wrong", reason, tags=("too_coarse",))
    return verdict, values[0].start if values else len(bare)


def right_date(key: Mapping[str, object]) -> Date:
    """
    Return the date of an answer key.

    >>> right_date({"value": "-0044-03-15"}).words(), right_date({"value": "1989"}).words()
    ('15 March 44 BC', '1989')
    """
    text = str(key["value"])
    sign, bare = (-1, text[1:]) if text.startswith("-") else (1, text)
    year, *rest = [int(part) for part in bare.split("-")]
    month = rest[0] if rest else None
    day = rest[1] if len(rest) > 1 else None
    return Date(sign * year, month, day, 0, 0, has_era=True)


def compare_dates(date: Date, right: Date, precision: str) -> ValueComparison:
    """Return the comparison of a date with the right one, down to the requested precision."""
    words = f"{date.words()} against {right.words()}"
    if date.year != right.year:
        if date.year == -right.year and not date.has_era:
            return ValueComparison(False, f"{words}: the era is not said", "too_coarse")
        return ValueComparison(False, words, "factual_error")
    fields = ("month", "day")[: ("year", "month", "day").index(precision)]
    pairs = [(getattr(date, part), getattr(right, part)) for part in fields]
    if date.is_ambiguous and precision == "day" and {date.day, date.month} == {
        right.day, right.month
    }:  # fmt: skip
        return ValueComparison(True, f"{words}, day and month being told apart by the right one")
    if any(value is not None and value != other for value, other in pairs):
        return ValueComparison(False, words, "factual_error")
    if any(value is None for value, _ in pairs):
        return ValueComparison(False, f"{words}: less precise than asked for", "too_coarse")
    return ValueComparison(True, words)


def _parts(date: Date) -> tuple[int, int | None, int | None]:
    return date.year, date.month, date.day


def _finest(dates: Sequence[Date], *, is_day_asked: bool) -> list[Date]:
    """
    Return the dates without bare years next to a full date of that year.

    With ``is_day_asked``, a full date of any year removes them.
    """
    full = {date.year for date in dates if date.day is not None}
    return [
        date
        for date in dates
        if date.day is not None or not ((full and is_day_asked) or date.year in full)
    ]
