"""
The comment that opens a metric's file: what it measures, and the facts others rely on.

A first sentence, prose if there is more to say, then a closing paragraph of ``key: value`` lines;
a value goes on in the next line when that one is indented. The keys are a closed set, so that a
misspelled one is an error and not silence.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from evalstore.errors import EvalstoreError

REQUIRED_KEYS = ("grain", "unit", "range", "better", "source")
OPTIONAL_KEYS = ("shape", "parameters")
KEYS = REQUIRED_KEYS + OPTIONAL_KEYS
DIRECTIONS = ("higher", "lower", "nearer 0", "none")
SHAPES = ("value", "table")


@dataclass(frozen=True, slots=True)
class Header:
    """What the comment says, with its keys as they stand."""

    sentence: str
    prose: str
    grain: tuple[str, ...]
    unit: str
    range: str
    better: str
    source: str
    shape: str
    parameters: str


Lines = list[tuple[int, str]]


def parse(text: str, file_name: str) -> Header:
    """
    Read the header that opens ``text``; ``file_name`` is for messages only.

    Raises EvalstoreError for an unknown, repeated, missing or empty key, and for a value that is
    not among those a key allows.
    """
    paragraphs = list(_paragraphs(_comment_lines(text)))
    if not paragraphs[1:]:
        raise EvalstoreError(
            f"{file_name}:1: the header needs a first sentence and, after an empty comment line, "
            f"the keys {', '.join(REQUIRED_KEYS)}; there "
            f"{'is only one paragraph' if paragraphs else 'is no comment'}"
        )
    keys = _keys(paragraphs[-1], file_name)
    missing = [key for key in REQUIRED_KEYS if key not in keys]
    if missing:
        line = paragraphs[-1][0][0]
        raise EvalstoreError(
            f"{file_name}:{line}: the header does not say {', '.join(missing)}; "
            f"add a line such as `-- {missing[0]}: ...`"
        )
    return Header(
        sentence=_joined(paragraphs[0]),
        prose="\n\n".join(_joined(paragraph) for paragraph in paragraphs[1:-1]),
        grain=tuple(column.strip() for column in keys["grain"][1].split(",")),
        unit=keys["unit"][1],
        range=keys["range"][1],
        better=_choice(keys["better"], "better", DIRECTIONS, file_name),
        source=keys["source"][1],
        shape=_choice(keys.get("shape", (0, "value")), "shape", SHAPES, file_name),
        parameters=keys.get("parameters", (0, ""))[1],
    )


def _comment_lines(text: str) -> Iterable[tuple[int, str]]:
    """Yield number and content of each line until the first that is no comment."""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.startswith("--"):
            return
        yield number, line.removeprefix("--").removeprefix(" ").rstrip()


def _paragraphs(lines: Iterable[tuple[int, str]]) -> Iterable[Lines]:
    """Group lines between empty ones."""
    paragraph: Lines = []
    for number, line in lines:
        if line:
            paragraph.append((number, line))
        elif paragraph:
            yield paragraph
            paragraph = []
    if paragraph:
        yield paragraph


def _joined(paragraph: Lines) -> str:
    return " ".join(line.strip() for _, line in paragraph)


def _keys(paragraph: Lines, file_name: str) -> dict[str, tuple[int, str]]:
    """Read ``key: value`` lines; each value comes with the line it starts on."""
    keys: dict[str, tuple[int, str]] = {}
    key = ""
    for number, line in paragraph:
        if key and line.startswith(" "):
            keys[key] = (keys[key][0], f"{keys[key][1]} {line.strip()}")
            continue
        key, colon, value = line.partition(":")
        if not colon or key not in KEYS:
            raise EvalstoreError(
                f"{file_name}:{number}: expected one of the keys {', '.join(KEYS)} in the last "
                f"paragraph of the header, found {line!r}"
            )
        if key in keys:
            raise EvalstoreError(
                f"{file_name}:{number}: the key {key} stands here and on line {keys[key][0]}; "
                "keep one of them"
            )
        if not value.strip():
            raise EvalstoreError(
                f"{file_name}:{number}: the key {key} has no value; write it after the colon"
            )
        keys[key] = (number, value.strip())
    return keys


def _choice(found: tuple[int, str], key: str, allowed: tuple[str, ...], file_name: str) -> str:
    number, value = found
    if value not in allowed:
        raise EvalstoreError(
            f"{file_name}:{number}: {key} is {value!r}, expected one of {', '.join(allowed)}"
        )
    return value
