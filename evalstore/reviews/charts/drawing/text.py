"""Make untrusted text safe to show, without invisible or reordering characters."""

import re
import string
from collections.abc import Iterable

LABEL_LENGTH = 32
# Characters of the longest unit in the title of an axis, and of a title in one line.
UNIT_LENGTH, AXIS_LENGTH = 60, 48
# Names that do not differ within this many labels get an ordinal.
HEAD_LABELS = 8
WORD_CHARACTERS = string.ascii_letters + string.digits
# Control characters except tab and newline: the SVG renderer aborts the whole process on a
# character that XML does not allow. Direction overrides and isolates can change the visual order
# of a line. A lone surrogate cannot be written as UTF-8. The others are not allowed in XML or are
# invisible.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
    "\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]"
)
LINE_BREAKS = re.compile("\r\n?|[\u0085\u2028\u2029]")


def visible(text: str) -> str:
    r"""
    Return the text with every invisible character spelled out.

    >>> visible("red\x1b[31m"), visible("txt.\u202eexe")
    ('red[U+001B][31m', 'txt.[U+202E]exe')
    """
    text = LINE_BREAKS.sub("\n", text)
    return INVISIBLE.sub(lambda match: f"[U+{ord(match.group()):04X}]", text)


def one_line(text: str, length: int) -> str:
    r"""
    Return the text on one line, cut to a length.

    >>> one_line("what did\n  the scribe dream?", 14)
    'what did the…'
    """
    # Only the head is cleaned, so that long texts cost no more than short ones.
    line = " ".join(visible(text[: 8 * length]).split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def axis_title(metric: str, unit: str) -> str | list[str]:
    """
    Return the title of an axis of values, in two lines if one is too long for the axis.

    >>> axis_title("accuracy", "share of cases")
    'accuracy (share of cases)'
    >>> axis_title("contradiction_index", "share of conversations with two positions")
    ['contradiction_index', '(share of conversations with two positions)']
    >>> axis_title("margin", "")
    'margin'
    """
    if not unit:
        return metric
    described = f"({one_line(unit, UNIT_LENGTH)})"
    title = f"{metric} {described}"
    return title if len(title) <= AXIS_LENGTH else [metric, described]


def distinct_labels(names: Iterable[str], length: int = LABEL_LENGTH) -> dict[str, str]:
    """
    Return a short and distinct label for each name.

    Names that are equal up to the length of a label lose their common beginning.

    >>> distinct_labels(["a model of length", "a model of leisure"], length=12)
    {'a model of length': '…length', 'a model of leisure': '…leisure'}
    >>> distinct_labels(["a model", "a  model"])
    {'a model': 'a model', 'a  model': 'a model ·2'}
    """
    lines = {name: one_line(name, HEAD_LABELS * length) for name in dict.fromkeys(names)}
    alike: dict[str, list[str]] = {}
    for line in lines.values():
        alike.setdefault(one_line(line, length), []).append(line)
    labels: dict[str, str] = {}
    taken: set[str] = set()
    for name, line in lines.items():
        skipped = common_head(alike[one_line(line, length)])
        rest = f"…{line[skipped:]}" if skipped else line
        label = one_line(rest, length) or "(empty)"
        ordinal = 1
        while label in taken:
            ordinal += 1
            ending = f" ·{ordinal}"
            label = one_line(rest, length - len(ending)) + ending
        taken.add(label)
        labels[name] = label
    return labels


def common_head(lines: list[str]) -> int:
    """
    Return the length of the lines' common beginning, up to the start of a word.

    >>> common_head(["org/model-small", "org/model-smart"]), common_head(["one"])
    (10, 0)
    """
    if len(set(lines)) <= 1:
        return 0
    first, last = min(lines), max(lines)
    pairs = enumerate(zip(first, last, strict=False))
    length = next((place for place, (character, other) in pairs if character != other), len(first))
    return len(first[:length].rstrip(WORD_CHARACTERS))
