"""Suggestions for lines that are not TOML."""

import re
from pathlib import Path

from evalstore.base import input_file

LINE = re.compile(r"\(at line (\d+),")
SETTING = re.compile(r"\s*(?P<key>[A-Za-z0-9_.-]+)\s*=\s*(?P<value>[^#]*?)\s*(?:#.*)?")
NUMBER = re.compile(r"(?P<whole>\d*)[.,](?P<rest>\d+)")
PERCENTAGE = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*%")
WORDS = re.compile(r"[A-Za-z][^\"'\[\]{}]*")
# Without the text, which may be a secret.
QUOTED = '"…"'
TRUTHS = ("true", "false")


def meant(path: Path, error: Exception) -> str:
    """Return a phrase with the probable line of a file that is not TOML, empty if unknown."""
    place = LINE.search(str(error))
    if place is None:
        return ""
    with input_file.open_bytes(path) as file:
        # As in TOML, only "\n" ends a line.
        lines = file.read().decode("utf-8", errors="replace").split("\n")
    number = int(place[1])
    # A value that goes on in the next line is reported there.
    line = lines[number - 1] if number <= len(lines) else ""
    match = SETTING.fullmatch(line)
    value = _value(match["value"]) if match else ""
    if not match or not value:
        return ""
    quotes = ", with quotes," if value == QUOTED else ""
    return f"; is `{match['key']} = {value}`{quotes} meant?"


def _value(text: str) -> str:
    """
    Return the probable value in TOML, empty if unknown.

    >>> [_value(text) for text in ("accuracy", "True", "0,85", ".85", "85 %", '"a" b')]
    ['"…"', 'true', '0.85', '0.85', '0.85', '']
    """
    if text.lower() in TRUTHS:
        return text.lower()
    if number := NUMBER.fullmatch(text):
        return f"{number['whole'] or 0}.{number['rest']}"
    if percentage := PERCENTAGE.fullmatch(text):
        return f"{float(percentage['number']) / 100:g}"
    return QUOTED if WORDS.fullmatch(text) else ""
