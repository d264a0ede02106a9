"""Names that are dates: comparison of a right date with the dates of a reply."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from evalstore.judges.text.names.tokens import ORDINALS, PATTERNS, prepared
from evalstore.judges.text.values.dates import MONTH, MONTHS, dates_in

# A year after a month, joined to the mark of a footnote: "9 May 19871".
FOOTNOTE = re.compile(
    rf"((?:{MONTH})\b\.?,?\s*(?:\d{{1,2}},?\s+)?[12]\d{{3}})\d{{1,3}}\b", re.IGNORECASE
)
YEAR_FOOTNOTE = re.compile(r"(\bin\s+(?:1[5-9]|20)\d\d)\d{1,2}\b", re.IGNORECASE)
DAY_OF_YEAR = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?\s+(?P<month>{MONTH})\b"
    rf"|(?P<name>{MONTH})\b\.?\s+(?:the\s+)?(?P<number>\d{{1,2}})(?:st|nd|rd|th)?\b)"
    r"(?!,?\s*\d)",
    re.IGNORECASE,
)
DECADE = re.compile(r"\b(?P<decade>[12]\d{2}0)\s?'?s\b")
CENTURY = re.compile(
    rf"\b(?P<ordinal>\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(ORDINALS)})[\s-]centur(?:y|ies)\b"
    r"(?P<bc>\s*(?:b\.?\s?c\b|before))?(?:\.?\s?e\b)?",
    re.IGNORECASE,
)
SPANS_MAX = 20
# A range of years, and a year without its century: "'45".
YEARS_FROM_TO = re.compile(
    r"(?<![\d-])(?P<first>[12]\d{3})\s*(?:-|to|until|till|through|and)\s*"
    r"(?P<last>[12]\d{3})(?![\d-])",
    re.IGNORECASE,
)
SHORT_YEAR = re.compile(r"(?<!\w)'(?P<year>\d{2})(?![\w'])")
CENTURY_YEARS = 100
DAYS_OF_PAIR = re.compile(
    rf"\b\d{{1,2}}\s*(?:and|&|-)\s*(?=\d{{1,2}}\s+(?:{MONTH})\b)", re.IGNORECASE
)
ABOUT = PATTERNS["about"]
# Not a year: fewer than four digits, without a month or an era.
BARE_NUMBER = re.compile(r"\D*\d{1,3}\W*")
ASKS_FOR_DAY = re.compile(
    r"\b(?:what|which|exact|on what)\s+(?:\w+\s+)?(?:date|day)\b|\bdate of\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class DateParts:
    """
    The known parts of a date, at ``start`` to ``end`` of a text.

    ``span`` contains the first and the last year of a decade or a century, else None.
    """

    year: int | None
    month: int | None
    day: int | None
    span: tuple[int, int] | None
    start: int
    end: int

    @property
    def precision(self) -> int:
        """Return how many of year, month and day are known."""
        return sum(part is not None for part in (self.year, self.month, self.day))


@lru_cache(maxsize=1024)
def date_parts_in(text: str) -> tuple[DateParts, ...]:
    """
    Return the dates of a text in order, including days without a year, and decades.

    >>> [(date.year, date.month, date.day) for date in date_parts_in("on May 4, 20191, or 5 June")]
    [(2019, 5, 4), (None, 6, 5)]
    >>> [date.span for date in date_parts_in("in the 1920s, or in the 5th century BC")]
    [(1920, 1929), (-500, -401)]
    """
    bare = YEAR_FOOTNOTE.sub(r"\1", FOOTNOTE.sub(r"\1", prepared(text)))
    dates = [
        # Only the year of 9/11/1989 is unambiguous.
        DateParts(
            date.year,
            None if date.is_ambiguous else date.month,
            None if date.is_ambiguous else date.day,
            None,
            date.start,
            date.end,
        )
        for date in dates_in(bare)
    ]
    for match in DAY_OF_YEAR.finditer(bare):
        name = (match["month"] or match["name"])[:3].lower()
        month = 1 + next(place for place, full in enumerate(MONTHS) if full[:3] == name)
        day = int(match["day"] or match["number"])
        if not _overlaps(dates, match.start(), match.end()):
            dates.append(DateParts(None, month, day, None, match.start(), match.end()))
    for start, end, span in islice(_spans_in(bare), SPANS_MAX):
        dates = [date for date in dates if not (start < date.end and date.start < end)]
        dates.append(DateParts(None, None, None, span, start, end))
    return tuple(sorted(dates, key=lambda date: date.start))


def _spans_in(text: str) -> Iterator[tuple[int, int, tuple[int, int]]]:
    for match in DECADE.finditer(text):
        decade = int(match["decade"])
        yield match.start(), match.end(), (decade, decade + 9)
    for match in CENTURY.finditer(text):
        ordinal = match["ordinal"].casefold()
        century = int(ORDINALS.get(ordinal) or re.sub(r"\D", "", ordinal))
        last = 100 * century
        span = (-last, 99 - last) if match["bc"] else (last - 100, last)
        yield match.start(), match.end(), span


def _overlaps(dates: Sequence[DateParts], start: int, end: int) -> bool:
    return any(start < date.end and date.start < end for date in dates)


@lru_cache(maxsize=4096)
def dates_of_name(name: str) -> tuple[DateParts, ...]:
    """
    Return the dates that a name consists of, none if it contains anything else.

    >>> [date.year for date in dates_of_name("in March 1930")], dates_of_name("Summer of 42nd St")
    ([1930], ())
    """
    bare = DAYS_OF_PAIR.sub("", prepared(name))
    dates = date_parts_in(bare)
    if not dates or BARE_NUMBER.fullmatch(bare):
        return ()
    left = "".join(
        character
        for place, character in enumerate(bare)
        if not any(date.start <= place < date.end for date in dates)
    )
    return () if ABOUT.sub("", left) else dates


def is_compatible(date: DateParts, right: DateParts) -> bool:
    """Return whether two dates agree in every part that both have."""
    if date.span is not None or right.span is not None:
        first, other = _years(date), _years(right)
        return (
            first is not None
            and other is not None
            and first[0] <= other[1]
            and other[0] <= first[1]
        )
    pairs = [(date.year, right.year), (date.month, right.month), (date.day, right.day)]
    both = [(first, other) for first, other in pairs if first is not None and other is not None]
    return bool(both) and all(first == other for first, other in both)


def _years(date: DateParts) -> tuple[int, int] | None:
    return date.span or ((date.year, date.year) if date.year is not None else None)


def judge_dates(
    dates: Sequence[DateParts], right: Sequence[DateParts], question: str
) -> tuple[bool | None, str]:
    """
    Return whether the first date of a reply is right (None if undecided), and the reason.

    A date with more or fewer parts than the right one is right if no part contradicts, unless the
    question asks for the day. Of several right dates, the most precise of the same year counts.
    """
    first = dates[0]
    fits = [date for date in right if is_compatible(first, date)]
    if not fits:
        return (False, "another date") if not _any_fits(dates[1:], right) else (None, "two dates")
    finest = max(date.precision for date in right)
    if not any(date.precision == finest for date in fits) and first.precision == finest:
        return False, "another day of the year"
    best = max(fits, key=lambda date: date.precision)
    is_less = first.precision < best.precision
    if is_less and ASKS_FOR_DAY.search(question):
        return None, "less exact than asked for"
    if first.span is not None and first.span != best.span:
        return None, "only the decade or the century"
    return True, "the date"


def _any_fits(dates: Sequence[DateParts], right: Sequence[DateParts]) -> bool:
    return any(is_compatible(date, other) for date in dates for other in right)


def judge_years_from_to(text: str, names: Sequence[str]) -> tuple[bool, str] | None:
    """
    Return whether a text gives the right first and last year, and the reason.

    None if the text gives no two years, or if a right name is not a range of years.

    >>> judge_years_from_to("1837-1910", ["1837 to 1901"])
    (False, 'another first or last year')
    >>> judge_years_from_to("from 1837 until 1901", ["1837-1901"])
    (True, 'the first and the last year')
    """
    right = [YEARS_FROM_TO.fullmatch(prepared(name)) for name in names]
    pairs = {match.groups() for match in right if match is not None}
    periods = [match.groups() for match in YEARS_FROM_TO.finditer(text)]
    if not periods or not right or None in right:
        return None
    if any(pair in pairs for pair in periods):
        return True, "the first and the last year"
    return False, "another first or last year"


def short_years_in(text: str, right: Sequence[DateParts]) -> list[DateParts]:
    """
    Return the years that a text gives without their century, which is that of the right dates.

    >>> [date.year for date in short_years_in("In '45.", dates_of_name("1945"))]
    [1945]
    """
    centuries = {date.year // CENTURY_YEARS for date in right if date.year is not None}
    if len(centuries) != 1:
        return []
    first = CENTURY_YEARS * min(centuries)
    return [
        DateParts(first + int(match["year"]), None, None, None, match.start(), match.end())
        for match in SHORT_YEAR.finditer(text)
    ]
