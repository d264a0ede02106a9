"""Dates in a reply held against the right one, as precisely as was asked."""

from collections.abc import Mapping, Sequence

from evalstore.types.verdict import Verdict
from evalstore.validators._dates import Date, dates_in, is_coarse
from evalstore.validators._text import plain
from evalstore.validators._weighing import Compared, Reading, weigh


def judge_date(
    text: str, key: Mapping[str, object], question: str, *, is_answer_alone: bool
) -> tuple[Verdict | None, int]:
    """Return the verdict on the dates in a text, and where the first one stands."""
    bare = plain(text)
    values = _finest(dates_in(bare), is_day_asked=key.get("precision") == "day")
    asked = {_parts(date) for date in dates_in(plain(question))}
    right = right_date(key)
    reading = Reading(
        compare=lambda date: compare_dates(date, right, str(key.get("precision", "year"))),
        same=lambda one, other: _parts(one) == _parts(other),
        is_echo=lambda date: _parts(date) in asked,
        words=Date.words,
        sought=f"the right date is {right.words()}",
    )
    verdict = weigh(bare, values, reading, is_answer_alone=is_answer_alone)
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


def compare_dates(said: Date, right: Date, precision: str) -> Compared:
    """Hold a date against the right one down to the precision asked for."""
    words = f"{said.words()} against {right.words()}"
    if said.year != right.year:
        if said.year == -right.year and not said.has_era:
            return Compared(False, f"{words}: the era is not said", "too_coarse")
        return Compared(False, words, "factual_error")
    asked = ("month", "day")[: ("year", "month", "day").index(precision)]
    pairs = [(getattr(said, part), getattr(right, part)) for part in asked]
    if said.is_ambiguous and precision == "day" and {said.day, said.month} == {
        right.day, right.month
    }:  # fmt: skip
        return Compared(True, f"{words}, day and month being told apart by the right one")
    if any(one is not None and one != other for one, other in pairs):
        return Compared(False, words, "factual_error")
    if any(one is None for one, _ in pairs):
        return Compared(False, f"{words}: less precise than asked for", "too_coarse")
    return Compared(True, words)


def _parts(date: Date) -> tuple[int, int | None, int | None]:
    return date.year, date.month, date.day


def _finest(dates: Sequence[Date], *, is_day_asked: bool) -> list[Date]:
    """Leave out a year beside a fuller date: of the same year, or any where a day is asked for."""
    full = {date.year for date in dates if date.day is not None}
    return [
        date
        for date in dates
        if date.day is not None or not ((full and is_day_asked) or date.year in full)
    ]
