"""Normalization of replies: quotes, dashes, spaces, fractions."""

import json
import re
import unicodedata
from functools import lru_cache

from evalstore.plugins.response import Response

# Longer replies are truncated.
READ_CHARACTERS_MAX = 20_000

ALIKE = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u201b": "'", "\u2032": "'", "\u00b4": "'",
        "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"',
        "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": " - ",
        "\u2212": "-", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2007": " ",
        "\u00d7": "*", "\u22c5": "*", "\u00b7": "*", "\u2044": "/",
        "\u03a9": "ohm", "\u2126": "ohm", "\u03bc": "u", "\u00b5": "u",
    }
)  # fmt: skip
SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺"
RAISED = re.compile(f"[{SUPERSCRIPTS}]+")
LOWERED = str.maketrans(SUPERSCRIPTS, "0123456789-+")
# Characters that are not printable ASCII.
UNPRINTABLE = re.compile(r"[^ -~]")
HALVES = re.compile("(?<=[0-9])(?=[¼½¾⅐-⅞])")
FENCE = re.compile(r"\A\s*```[a-zA-Z]*\s*\n(.*?)\n?```\s*\Z", re.DOTALL)
POWER = re.compile(r"(?<=[0-9])\s*\*\*\s*(?=[-+]?[0-9])|(?<=10)\^[{(]?(?=[-+]?[0-9])")
# A power whose superscript minus was lost in copying: 6.626 x 10-34.
LOST_POWER = re.compile(r"(\d\.\d+\s?[*x]\s?10)-(\d{1,3})(?![\d.])")
FORMULAS = (
    (re.compile(r"\\(?:times|cdot)(?![a-z])"), "*"),
    (re.compile(r"(?<=[0-9])\{,\}(?=[0-9]{3})"), ","),
    # 1\frac{3}{4} is one and three quarters.
    (re.compile(r"(?<=[0-9])\s*(?=\\[dt]?frac)"), " "),
    (re.compile(r"\\[dt]?frac\{([0-9.]+)\}\{([0-9.]+)\}"), r"\1/\2"),
    (re.compile(r"\\[dt]?frac\s?([0-9])([0-9])(?![0-9])"), r"\1/\2"),
    (re.compile(r"\\(?:text|mathrm|boxed|mathbf)\{([^{}]{0,80})\}"), r"\1"),
    (re.compile(r"\^\{([-+0-9]{1,5})\}"), r"^\1"),
    (re.compile(r"\^\s?\{?\\circ\}?"), "\u00b0"),
    (re.compile(r"\\(?:left|right)(?![A-Za-z])"), ""),
    (re.compile(r"\\(?=[%$])"), ""),
    (re.compile(r"(?<=[0-9]),\\!(?=[0-9]{3})"), ","),
    (re.compile(r"\\[,;:! ]"), " "),
)
EMPHASIS = re.compile(r"\*\*|__|\$|`|\\[()\[\]]")


@lru_cache(maxsize=256)
def plain(text: str) -> str:
    r"""
    Return the text with one spelling for quotes, dashes, spaces, powers and fractions.

    >>> plain("1½ · 10⁻³  “m”"), plain("a\x00b\u200bc")
    ('1 1/2 * 10^-3 "m"', 'a bc')
    """
    text = text[:READ_CHARACTERS_MAX]
    text = UNPRINTABLE.sub(lambda match: _shown(match[0]), text)
    if not text.isascii():
        text = RAISED.sub(lambda match: "^" + match[0].translate(LOWERED), text)
        text = HALVES.sub(" ", text)
        text = unicodedata.normalize("NFKC", text.translate(ALIKE)).translate(ALIKE)
    # Every formula contains one of these.
    if "\\" in text or "{" in text:
        for pattern, replacement in FORMULAS:
            text = pattern.sub(replacement, text)
    text = POWER.sub("^", text)
    text = LOST_POWER.sub(r"\1^-\2", text)
    return " ".join(EMPHASIS.sub("", text).split())


def _shown(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Cf":
        return ""
    return " " if category in {"Cc", "Cs", "Co", "Cn"} else character


def folded(text: str) -> str:
    """
    Return the text for comparing names: no case, no diacritics, single spaces.

    >>> folded("Crécy"), folded("MOHÁCS ")
    ('crecy', 'mohacs')
    """
    bare = unicodedata.normalize("NFKD", plain(text).casefold())
    kept = "".join(character for character in bare if not unicodedata.combining(character))
    return " ".join(kept.replace("'", "").replace("-", " ").split())


def reply_object(text: str | None) -> dict[str, object] | None:
    """Return the JSON object that a text consists of, alone or in a code fence, else None."""
    if text is None:
        return None
    fenced = FENCE.match(text)
    if fenced is None and not text.lstrip(" \t\r\n").startswith("{"):
        return None
    try:
        value = json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def answer_text(response: Response) -> str | None:
    """
    Return the parsed answer, else ``answer`` of a JSON object, else the whole text.

    None means that the reply explicitly gives no answer (``"answer": null``); an empty text means
    that the reply is empty.
    """
    if response.answer is not None:
        return response.answer
    data = reply_object(response.text)
    if data is not None and "answer" in data:
        answer = data["answer"]
        return answer if answer is None or isinstance(answer, str) else json.dumps(answer)
    return response.text or ""


def shown(text: str, characters: int = 80) -> str:
    r"""
    Return a text in quotes for a reason, shortened and without unprintable characters.

    >>> shown("a" * 100, 5), shown("two\nlines")
    ("'aaaaa…'", "'two lines'")
    """
    kept = " ".join(
        UNPRINTABLE.sub(lambda match: _shown(match[0]), text[: characters * 4]).split()
    )
    return repr(kept if len(kept) <= characters else kept[:characters] + "…")
