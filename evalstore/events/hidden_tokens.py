"""
Find tokens with a known beginning that are broken or encoded in a text.

A token may be broken by a line break, by characters without width, or be in base64, by itself or
in a ``data:`` address of a text. A line break is closed only if the text after it looks random
(``rule.looks_drawn``).
"""

import base64
import binascii
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import Final

from evalstore.events.rule import Rule, compiled, looks_drawn

_WIDTHLESS: Final = "\xad\u200b-\u200d\u2060\ufeff"
_NO_WIDTH: Final = re.compile(f"[{_WIDTHLESS}]+")
_LINE_BREAK: Final = re.compile(r"\n[ \t]{0,40}(?=[A-Za-z_-]{0,64}[0-9])(?=[A-Za-z0-9_-]{8})")
_BEFORE_BREAK: Final = re.compile(r"[A-Za-z0-9_-]{8}\r?\Z")
_BEFORE_COUNT: Final = 9
# The beginnings of tokens that have rules of their own.
_OTHER_STARTS: Final = ("sk-ant-", "sk-proj-", "AKIA", "ASIA", "AIza", "xoxb-", "xoxp-", "pa-")
# Shorter beginnings have too few characters in base64 to be distinctive.
_START_LENGTH_MIN: Final = 3
# The decoded text is checked anyway; a longer pattern would only take longer to compile.
_ENCODED_LENGTH_MAX: Final = 5
_TEXT_ADDRESS: Final = re.compile(
    r"(?i)(?P<lead>data:(?:text/|application/(?:json|xml|yaml))?[^,\s\"']{0,80};base64,)"
    r"(?P<value>[A-Za-z0-9+/]{16,})(?P<tail>={0,2})"
)
_ADDRESS_PREFILTER: Final = r"(?i:data:(?:;|text/|application/(?:json|xml|yaml)))"
_NO_WIDTH_PREFILTER: Final = (
    r"(?:[\x{ad}\x{200b}-\x{200d}\x{2060}\x{feff}]|\\u(?i:00ad|200[bcd]|2060|feff))[A-Za-z0-9_-]"
)
PREFILTER: Final = f"{_ADDRESS_PREFILTER}|{_NO_WIDTH_PREFILTER}"
Redact = Callable[[str], tuple[str, dict[str, int]]]


def encoded_starts(starts: Iterable[str]) -> str:
    """
    Return a pattern for the beginning of the base64 of tokens, from the tokens' beginnings.

    >>> encoded_starts(["sk-"])
    'c2st|c2stY|c2stc|QUtJQ|QVNJQ|QUl6Y|eG94Y|eG94c|cGEt'
    """
    names = [start for start in (*starts, *_OTHER_STARTS) if len(start) >= _START_LENGTH_MIN]
    encodings = (base64.b64encode(name.encode()).decode()[: len(name) * 8 // 6] for name in names)
    return "|".join(dict.fromkeys(start[:_ENCODED_LENGTH_MAX] for start in encodings))


def rejoined(text: str, rules: Iterable[Rule], counts: dict[str, int]) -> str:
    """
    Return the text without the broken tokens that rules find once its breaks are closed.

    ``counts`` are the tokens removed so far, by rule; those removed here are added to it.
    """
    breaks = list(_breaks(text))
    if not breaks:
        return text
    edges = [0, *(edge for span in breaks for edge in span), len(text)]
    pieces = [text[edges[at] : edges[at + 1]] for at in range(0, len(edges), 2)]
    closed = "".join(pieces)
    # Where each piece begins in the closed text.
    starts = list(accumulate(map(len, pieces), initial=0))[:-1]
    spans = [
        (edges[2 * first] + start - starts[first], edges[2 * last] + stop - starts[last], name)
        for start, stop, name in _matches(closed, rules)
        if (first := bisect_right(starts, start) - 1) < (last := bisect_left(starts, stop) - 1)
        and all(
            "\n" not in text[slice(*breaks[at - 1])]
            or looks_drawn(closed[starts[at] : min(stop, starts[at] + len(pieces[at]))])
            for at in range(first + 1, last + 1)
        )
    ]
    return _cut(text, spans, counts)


def _matches(text: str, rules: Iterable[Rule]) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and rule name of each match."""
    lowered = text.lower()
    for rule in rules:
        if any(hint in lowered for hint in rule.hints):
            for match in compiled(rule.pattern).finditer(text):
                yield match.start(), match.end(), rule.name


def _breaks(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each break that may split a token, in order."""
    spans = [] if text.isascii() else [match.span() for match in _NO_WIDTH.finditer(text)]
    for match in _LINE_BREAK.finditer(text):
        before = _BEFORE_BREAK.search(text[max(0, match.start() - _BEFORE_COUNT) : match.start()])
        if before is not None:
            spans.append((match.start() - before[0].count("\r"), match.end()))
    yield from sorted(spans)


def _cut(text: str, spans: list[tuple[int, int, str]], counts: dict[str, int]) -> str:
    """Replace spans of a text by the names of their rules; of two that overlap the later one."""
    pieces, end = [], len(text)
    for start, stop, name in sorted(spans, reverse=True):
        if stop <= end:
            pieces += [text[stop:end], f"[redacted:{name}]"]
            counts[name] = counts.get(name, 0) + 1
            end = start
    return "".join([text[:end], *reversed(pieces)])


def decoded(text: str, encoded: str, redact: Redact, counts: dict[str, int]) -> str:
    """
    Return the text without tokens in base64, and with the texts of ``data:`` addresses redacted.

    ``encoded`` is the pattern that ``encoded_starts`` returns. The tokens are added to ``counts``.
    """

    def without(match: re.Match[str]) -> str:
        plain = _text_of(match["value"])
        kept, inner = redact(plain) if plain else ("", {})
        if not inner:
            return match[0]
        for name, count in inner.items():
            counts[name] = counts.get(name, 0) + count
        if match["lead"]:
            return match["lead"] + base64.b64encode(kept.encode()).decode()
        return kept

    if "data:" in text:
        text = _TEXT_ADDRESS.sub(without, text)
    pattern = (
        rf"(?<![A-Za-z0-9+/_-])(?P<lead>)(?P<value>(?:{encoded})[A-Za-z0-9+/]{{16,4096}})={{0,2}}"
    )
    return compiled(pattern).sub(without, text)


def _text_of(value: str) -> str:
    """Return the text that base64 encodes, empty if it is not base64 of UTF-8."""
    try:
        return base64.b64decode(value + "=" * (-len(value) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""
