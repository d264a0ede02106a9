r"""
Expressions in LaTeX: extracted from a reply, and compared with the right one as mathematics.

Plain comparison comes first: a number with a unit, after reading ``\frac``, ``\%`` and ``\text``,
is left to the rules on numbers, and expressions with the same spelling are equal. All others go to
a process with a computer algebra system.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from evalstore.judges.text.announced import Announcement
from evalstore.judges.text.latex.process import comparer
from evalstore.judges.text.wording import READ_CHARACTERS_MAX, plain, shown
from evalstore.plugins.verdict import Verdict

CHARACTERS_ALONE_MAX = 120
LAST_CHARACTERS = 200
SEGMENT = re.compile(
    r"\$\$(.{1,1000}?)\$\$|(?<!\\)\$(?!\s|\d[\d,.]*\s)([^$\n]{1,500}?)(?<!\\)\$"
    r"|\\\((.{1,1000}?)\\\)|\\\[(.{1,1000}?)\\\]",
    re.DOTALL,
)
SEGMENTS_MAX = 20
JOINS = re.compile(r"\s{0,4}(?:,|and|or|,\s?and|,\s?or)\s{0,4}")
BETWEEN_SOLUTIONS = re.compile(
    r"\\text\s?\{\s?(?:or|and)\s?\}|\\q?quad|\}\s?\$?\s?(?:,|and|or)\s?\$?\s?\\f?boxed\s?\{"
    r"|\b(?:or|and)\b|,(?=\s*[a-z]\s*=)"
)
SOLUTION = re.compile(r"(?:(?P<name>[a-z])(?:_\{?\d\}?)?\s*=\s*)?(?P<value>[^=<>]+)")
BARE_LOGARITHM = re.compile(r"\\log(?!\s?_)")
# Plain text that contains more than numbers and units.
BEYOND_NUMBERS = re.compile(
    r"\\[A-Za-z]|\\[{}]|(?:(?<!\b10)(?<=\d)|[)}])\s?\^|\b[xyzabn]\^|√|"
    r"π|∞|\u222a|±|\bsqrt\b|\+\s?/?-"
)
EXPRESSION = re.compile(
    r"\\[A-Za-z]{2,}|\\[{}]|\^|_\{|√|π|∞|±|\bsqrt\(|\A[\[(]\s*-?[\d.]+\s*,.*[\])]\Z"
    # A list of numbers; an equation; a sum with a symbol.
    r"|\A-?[\d./]*\s?pi\b|\A-?[\d./]+(?:\s*,\s*-?[\d./]+)+\Z|\A-?\d*[a-z]\s*(?:[-+=<>]|\Z)"
    r"|\A-?[\d.]+\s*[-+*/]\s*-?[\d.]*[a-z](?![a-z])|\A-?\d+[a-z]\b",
    re.DOTALL,
)
# At the end of a reply: "The roots are x = -5 and x = 2."
STATED_LAST = re.compile(
    r"(?:\b(?:is|are|gives?|equals?|get|obtain)|:)\s"
    r"(?P<value>(?:(?!\.\s|\b[A-Za-z]{4,}|\b(?:is|are)\b)[^\n:]){1,60}?)[.\s]{0,4}\Z"
)
NUMBER_ALONE = re.compile(r"[`*\s]{0,4}[-+]?\d[\d.,/]{0,20}\s?\u00b0?[`*.\s]{0,4}")
WORD = re.compile(r"(?<!\\)(?<![A-Za-z\\])[A-Za-z]{3,}")
TEXT_ALONE = re.compile(
    r"\A\s*\$*\s*\\(?:text|textbf|textit|mathrm|mathbf|mbox)\s?\{([^{}\\]{0,200})\}\s*\$*\s*\Z"
)
UNIT_TEXT = re.compile(
    r"\\(?:text|mathrm|mbox|operatorname)\s?\{\s*([^{}]{0,60}?)\s*\}\s*(?:\^\{?\d\}?)?\s*\Z"
)
SPELLINGS = (
    (re.compile(r"\\(?:left|right|displaystyle|big|Big|bigg|limits)(?![A-Za-z])"), ""),
    (re.compile(r"\\[dtc]frac"), r"\\frac"),
    (re.compile(r"\\frac\s?(\d)\s?(\d)"), r"\\frac{\1}{\2}"),
    (re.compile(r"\\(?:[,;:! ]|quad|qquad)|~|\$"), ""),
    (re.compile(r"\\(?:text|mathrm|mbox)\s?\{([^{}]{0,60})\}"), r"\1"),
    (re.compile(r"(?<=\d)\{,\}(?=\d{3})|(?<=\d)\\,(?=\d{3})"), ""),
    (re.compile(r"\^\s?\{?\\circ\}?|[\u00b0`*]\Z|\A`"), ""),
    (re.compile(r"\s+"), ""),
)
TYPED = (
    (re.compile(r"√\s?\(([^()]{1,60})\)|\bsqrt\s?\(([^()]{1,60})\)"), r"\\sqrt{\1\2}"),
    (re.compile(r"√\s?([\w.]{1,20})"), r"\\sqrt{\1}"),
    (re.compile(r"π|(?<![\\A-Za-z])pi\b"), r"\\pi "),
    (re.compile(r"∞|(?<![\\A-Za-z])(?:infinity|inf)\b"), r"\\infty "),
    (re.compile(r"±|\+/-"), r"\\pm "),
    (re.compile(r"\u222a"), r"\\cup "),
    (re.compile(r"\u2229"), r"\\cap "),
    (re.compile(r"≤|<="), r"\\le "),
    (re.compile(r"≥|>="), r"\\ge "),
    (re.compile(r"[\u00b7\u00d7]|(?<!\*)\*(?!\*)"), r"\\cdot "),
    (re.compile(r"\*\*"), "^"),
    (re.compile(r"\u2212|\u2013"), "-"),
    (re.compile(r"(?<![\\\w])(\d{1,12}|[a-z])\s?/\s?(\d{1,12}|[a-z])(?!\w)"), r"\\frac{\1}{\2}"),
)


def is_expression(text: str) -> bool:
    r"""
    Return whether a right answer is an expression rather than words.

    >>> [is_expression(text) for text in (r"\sqrt{2}", "x = 3", "(1, 2)", "Paris", "a dog")]
    [True, True, True, False, False]
    """
    bare = text.strip().strip("$").strip()
    return EXPRESSION.search(bare) is not None and not WORD.search(_without_commands(bare))


def _without_commands(text: str) -> str:
    text = re.sub(r"\\(?:text|mathrm|mbox|operatorname)\s?\{[^{}]{0,60}\}", "", text)
    text = re.sub(r"\\(?:begin|end)\s?\{\w{1,20}\*?\}", "", text)
    return re.sub(r"\\[A-Za-z]+", " ", text)


def without_text_commands(text: str) -> str:
    r"""
    Return the words of an answer that is text in LaTeX, any other answer unchanged.

    >>> without_text_commands(r"\text{(B)}"), without_text_commands(r"3\text{ cm}")
    ('(B)', '3\\text{ cm}')
    """
    match = TEXT_ALONE.match(text)
    return match[1] if match else text


def expression_verdict(
    text: str,
    announcement: Announcement | None,
    key: Mapping[str, object],
    *,
    is_answer_alone: bool,
) -> Verdict | None:
    """
    Return the verdict on the expression that a reply answers with, None if rules on words decide.

    An expression that is neither announced nor the whole reply can be right, never wrong.
    """
    answer, is_claimed = _given(text, announcement, is_answer_alone=is_answer_alone)
    if answer is None and key["kind"] == "math":
        answer = _stated_last(text[:READ_CHARACTERS_MAX])
    if answer is None or not _is_mathematics(answer, key):
        return None
    right = str(key["value"])
    words = f"{shown(answer)} against {right}"
    if _normal(answer) == _normal(right):
        return Verdict("right", f"{words}: written alike")
    obstacle = _obstacle(answer, key)
    if obstacle is not None:
        return Verdict("undetermined", f"{words}: {obstacle}")
    tolerance = float(str(key["tolerance"])) if key.get("tolerance") else None
    compared = comparer.compare(as_latex(right), as_latex(answer), tolerance)
    reason = f"{words}, compared as mathematics: {compared.reason}"
    if compared.is_same is False and is_claimed:
        return Verdict("wrong", reason, tags=("factual_error",))
    return Verdict("right" if compared.is_same else "undetermined", reason)


def _is_mathematics(expression: str, key: Mapping[str, object]) -> bool:
    if key["kind"] == "number":
        return BEYOND_NUMBERS.search(plain(expression)) is not None
    return is_expression(expression) or re.search(r"\d", expression) is not None


def _obstacle(expression: str, key: Mapping[str, object]) -> str | None:
    unit, wanted = (
        _unit_text(expression),
        _unit_text(str(key["value"])) or str(key.get("unit") or ""),
    )
    if unit and wanted and unit.casefold().rstrip("s.") != wanted.casefold().rstrip("s."):
        return "their units cannot be compared"
    if bool(BARE_LOGARITHM.search(expression)) != bool(BARE_LOGARITHM.search(str(key["value"]))):
        return "the base of a logarithm is not said"
    if WORD.search(_without_commands(as_latex(expression))):
        return "words and mathematics mixed"
    return None


def _given(
    text: str, announcement: Announcement | None, *, is_answer_alone: bool
) -> tuple[str | None, bool]:
    """Return the expression that a reply gives, and whether it is given as the answer."""
    text = text[:READ_CHARACTERS_MAX]
    if announcement is not None:
        return _last_expression(announcement.text), True
    if is_answer_alone or (len(text) <= CHARACTERS_ALONE_MAX and _is_all_mathematics(text)):
        return _last_expression(text.strip()), True
    segments = list(SEGMENT.finditer(text))[-SEGMENTS_MAX:]
    if not segments:
        return None, False
    return _last_expression(text[segments[0].start() : segments[-1].end()]), False


def _stated_last(text: str) -> str | None:
    """
    Return the expression at the end of a text, None if it ends otherwise.

    >>> _stated_last("The roots are x = 1 and x = 2.")
    '1,2'
    """
    stated = STATED_LAST.search(text[-LAST_CHARACTERS:])
    return _last_expression(stated["value"]) if stated else None


def _is_all_mathematics(text: str) -> bool:
    if NUMBER_ALONE.fullmatch(text):
        return True
    return is_expression(text) or SEGMENT.fullmatch(text.strip()) is not None


def _last_expression(text: str) -> str:
    """Return the last formula of a text, and of a chain of equations the last side."""
    segments = list(SEGMENT.finditer(text))[-SEGMENTS_MAX:]
    if segments:
        text = _joined(text, segments)
    text = text.strip().strip("`").strip().strip("$").strip().rstrip(".,;").strip()
    solutions = _solutions(text)
    if solutions is not None:
        return solutions
    sides = re.split(r"(?<![<>!\\])=", text)
    is_chain = len(sides) > len(("left", "right"))
    return sides[-1].strip() if is_chain else text


def _joined(text: str, segments: Sequence[re.Match[str]]) -> str:
    """Return the last formula, with those joined to it by a comma, "and" or "or"."""
    formulas = [_inside(segments[-1])]
    for earlier, other in reversed(list(pairwise(segments))):
        if not JOINS.fullmatch(text[earlier.end() : other.start()]):
            break
        formulas.insert(0, _inside(earlier))
    is_percent = text[segments[-1].end() :].lstrip().startswith(("%", "\\%"))
    return " or ".join(formulas) + (r"\%" if is_percent else "")


def _inside(segment: re.Match[str]) -> str:
    return next(each for each in segment.groups() if each is not None)


def _solutions(text: str) -> str | None:
    r"""
    Return the values of one variable as a list, None for any other text.

    >>> _solutions(r"x = -1 \text{ or } x = 2"), _solutions(r"-1} and \boxed{2")
    ('-1,2', '-1,2')
    """
    parts = [part.strip() for part in BETWEEN_SOLUTIONS.split(text)]
    if len(parts) < len(("one", "other")):
        return None
    named = [SOLUTION.fullmatch(part) for part in parts]
    if len({each["name"] for each in named if each}) != 1 or not all(named):
        return None
    return ",".join(each["value"] for each in named if each)


def _normal(latex: str) -> str:
    for pattern, replacement in SPELLINGS:
        latex = pattern.sub(replacement, latex)
    return latex.rstrip(".")


def as_latex(text: str) -> str:
    r"""
    Return a plain-text expression in LaTeX.

    >>> as_latex("2*sqrt(3)/5"), as_latex("1/2 + π")
    ('2\\cdot \\sqrt{3}/5', '\\frac{1}{2} + \\pi ')
    """
    text = text.strip().strip("$").strip()
    for pattern, replacement in TYPED:
        text = pattern.sub(replacement, text)
    return text


def _unit_text(latex: str) -> str:
    match = UNIT_TEXT.search(latex.strip().strip("$"))
    return match[1] if match else ""


def judge_math(
    text: str,
    key: Mapping[str, object],
    question: str,  # noqa: ARG001 - the expression is in the key
    *,
    is_answer_alone: bool,
) -> tuple[Verdict | None, int]:
    """Return the verdict on the expression in a text, and its position."""
    verdict = expression_verdict(text, None, key, is_answer_alone=is_answer_alone)
    return verdict, 0 if verdict is not None else len(text)
