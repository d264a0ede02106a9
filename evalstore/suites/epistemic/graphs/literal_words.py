"""Literals as a sentence writes them: numbers, units, dates and truth values."""

import re
from datetime import date

from evalstore.suites.epistemic.graphs.terms import parts
from evalstore.suites.epistemic.graphs.vocabulary import RDF, XSD

DECIMAL = re.compile(r"[+-]?\d+(\.\d*)?$")
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$")
DATE = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$"
)
MONTH = re.compile(r"(\d{4})-(\d\d)(Z|[+-]\d\d:\d\d)?$")
YEAR = re.compile(r"(-?)0*(\d+)(Z|[+-]\d\d:\d\d)?$")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
LAST_MONTH = 12


def literal_words(term: str) -> str:
    """
    Return a literal on one line, as a sentence writes it.

    Trailing zeros of a decimal number are dropped. The name of a datatype outside XML Schema is
    the unit of a number. A day is written with the name of its month; a text that is not a valid
    date or number is returned unchanged.

    >>> from evalstore.suites.epistemic.graphs.terms import literal
    >>> literal_words(literal("86400.0", datatype=f"{XSD}decimal"))
    '86400'
    >>> literal_words(literal("12.5", datatype="http://dbpedia.org/datatype/kilometre"))
    '12.5 kilometre'
    >>> literal_words(literal("2019-04-03", datatype=f"{XSD}date"))
    '3 April 2019'
    >>> literal_words(literal("2019-04-03T21:26:38", datatype=f"{XSD}dateTime"))
    '3 April 2019, 21:26'
    """
    text, _, datatype = parts(term)
    text = " ".join(text.split())
    kind = datatype.removeprefix(XSD) if datatype and datatype.startswith(XSD) else None
    written = _WRITTEN.get(kind or "")
    if written is not None:
        return written(text)
    is_own = datatype is not None and not datatype.startswith((XSD, RDF))
    if is_own and NUMBER.match(text):
        return f"{_number(text)} {_unit(str(datatype))}".rstrip()
    return text


def is_number(term: str) -> bool:
    """Return whether a literal is a number, by datatype and text."""
    text, _, datatype = parts(term)
    is_text = datatype is None or datatype in {f"{XSD}string", f"{XSD}anyURI", f"{RDF}langString"}
    return not is_text and bool(NUMBER.match(text.strip()))


def _number(text: str) -> str:
    if DECIMAL.match(text) and "." in text:
        return text.rstrip("0").rstrip(".")
    return text


def _unit(datatype: str) -> str:
    name = re.split(r"[/#:]", datatype.rstrip("/#"))[-1]
    return " ".join(re.sub(r"[_\-]", " ", name).split()) if re.search("[A-Za-z]", name) else ""


def _day(text: str) -> str:
    match = DATE.match(text)
    if not match:
        return text
    year, month, day, hour, minute, _ = match.groups()
    try:
        date(max(1, int(year)), int(month), int(day))
    except ValueError:
        return text
    time = f", {hour}:{minute}" if hour and (hour, minute) != ("00", "00") else ""
    return f"{int(day)} {MONTHS[int(month) - 1]} {int(year)}{time}"


def _month(text: str) -> str:
    match = MONTH.match(text)
    if not match or not 1 <= int(match[2]) <= LAST_MONTH:
        return text
    return f"{MONTHS[int(match[2]) - 1]} {int(match[1])}"


def _year(text: str) -> str:
    match = YEAR.match(text)
    if not match:
        return text
    return f"{match[2]} BC" if match[1] else match[2]


def _truth(text: str) -> str:
    return {"1": "true", "0": "false"}.get(text, text)


_WRITTEN = {
    "date": _day,
    "dateTime": _day,
    "dateTimeStamp": _day,
    "gYearMonth": _month,
    "gYear": _year,
    "boolean": _truth,
    "decimal": _number,
    "double": _number,
    "float": _number,
}
