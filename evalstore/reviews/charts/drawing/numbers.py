"""Format numbers with a fixed number of digits, a real minus sign, and a dash for no value."""

from typing import Final

UNKNOWN: Final = "—"
# A caption on fewer cases names their number.
FEW_BELOW: Final = 10
MINUS: Final = "\u2212"


def number(value: float | None, digits: int = 2, *, is_signed: bool = False) -> str:
    """
    Return a number with a fixed number of digits, with fewer if it is large.

    >>> number(0.5833), number(1234.5), number(0.25, is_signed=True), number(None)
    ('0.58', '1,234', '+0.25', '—')
    """
    if value is None:
        return UNKNOWN
    size = abs(value)
    for limit, fewer in ((1000, 0), (100, 1)):
        if size >= limit:
            digits = min(digits, fewer)
            break
    text = f"{value:{'+' if is_signed else ''},.{digits}f}"
    # Minus zero is zero.
    if not any(digit in text for digit in "123456789"):
        text = text.lstrip("+-")
    return text.replace("-", MINUS)


def percent(share: float | None) -> str:
    """
    Return a share in per cent; only 0 is "0 %" and only 1 is "100 %".

    >>> percent(0.412), percent(0.004), percent(0.998), percent(None)
    ('41 %', '<1 %', '>99 %', '—')
    """
    if share is None:
        return UNKNOWN
    text = f"{share:.0%}".replace("%", " %")
    if share > 0 and text == "0 %":
        return "<1 %"
    if share < 1 and text == "100 %":
        return ">99 %"
    return text


def interval(low: float | None, high: float | None, digits: int = 2) -> str:
    """
    Return an interval as text.

    >>> interval(0.49, 0.668), interval(None, None)
    ('0.49 to 0.67', '—')
    """
    if low is None or high is None:
        return UNKNOWN
    return f"{number(low, digits)} to {number(high, digits)}"


def counted(count: int, thing: str) -> str:
    """
    Return a count with its noun.

    >>> counted(1, "answer"), counted(12000, "answer")
    ('1 answer', '12,000 answers')
    """
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"


def counted_range(counts: list[int], thing: str) -> str:
    """
    Return the smallest and the largest count with their noun.

    >>> counted_range([40, 12], "answer"), counted_range([1, 1], "answer")
    ('12 to 40 answers', '1 answer')
    """
    low, high = min(counts), max(counts)
    return counted(high, thing) if low == high else f"{low:,} to {counted(high, thing)}"


def few(*counts: int) -> str:
    """
    Return the counts that a caption rests on if one is below ``FEW_BELOW``, else an empty text.

    >>> few(4), few(3, 40), few(3, 3), few(10)
    ('n = 4', 'n = 3 and 40', 'n = 3', '')
    """
    if min(counts) >= FEW_BELOW:
        return ""
    return f"n = {' and '.join(f'{count:,}' for count in dict.fromkeys(counts))}"


def in_parentheses(*notes: str) -> str:
    """
    Return notes as the end of a caption; empty ones are left out.

    >>> in_parentheses("0.2 to 0.4", few(4)), in_parentheses("", few(10))
    (' (0.2 to 0.4; n = 4)', '')
    """
    kept = [note for note in notes if note]
    return f" ({'; '.join(kept)})" if kept else ""


def scale_of(values: list[float]) -> tuple[float, float]:
    """
    Return the ends of an axis for values: 0 to 1 or -1 to 1 if they fit, else with a margin.

    >>> scale_of([0.2, 0.9]), scale_of([-0.2, 0.3]), scale_of([120.0, 80.0])
    ((0.0, 1.0), (-1.0, 1.0), (0.0, 126.0))
    """
    low, high = min(values, default=0.0), max(values, default=1.0)
    if low >= 0 and high <= 1:
        return (0.0, 1.0)
    if low >= -1 and high <= 1:
        return (-1.0, 1.0)
    low, high = min(low, 0.0), max(high, 0.0)
    margin = 0.05 * (high - low)
    return (low - margin if low < 0 else 0.0, high + margin if high > 0 else 0.0)
