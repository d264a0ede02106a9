"""
What in a JSON text sends an event down the careful path, as one RE2 pattern.

One pass over the text costs the same for one pattern as for twenty, so it is one pattern. It may
fire for nothing; it must fire for everything that has to be repaired, redacted or refused and
that DuckDB, which reads JSON leniently, would let pass.
"""

from typing import Final

from evalstore.events.reading import DEPTH_MAX
from evalstore.events.secrets import PREFILTER

_VALUE_STARTS: Final = r"[:,\[][ \t\r]*-?"
_VALUE_ENDS: Final = r"[ \t\r]*[,}\]]"
# A letter written as an escape, or a slash with one, hides a secret from a pattern.
_HIDDEN_LETTER: Final = r"\\u00[0-7]|\\/"
_PARTS: Final[tuple[str, ...]] = (
    _HIDDEN_LETTER,
    # DuckDB reads all of these, in any case.
    rf"{_VALUE_STARTS}(?i:nan|inf|infinity){_VALUE_ENDS}",
    # 2^53 has 16 digits.
    rf"{_VALUE_STARTS}[0-9]{{16}}",
    # Beyond the largest double there is infinity.
    rf"{_VALUE_STARTS}[0-9]+(?:\.[0-9]+)?[eE]\+?[0-9]{{3}}",
    # DuckDB reads a comma that nothing follows.
    r",[ \t\r]*[}\]]",
    # A key that ends in a backslash, or has white space after it, would be miscounted.
    r"\\\\\"[ \t\r]*:",
    r"[^\\]\"[ \t\r]+:",
    PREFILTER,
)
SUSPICIOUS: Final = "|".join(_PARTS)
MAY_HOLD_SECRET: Final = f"{PREFILTER}|{_HIDDEN_LETTER}"
# For LIKE: as many opening brackets as could be too deep with the objects around them.
BRACKET_COUNT_MAX: Final = DEPTH_MAX - 4
DEEP: Final = "%[" * BRACKET_COUNT_MAX + "%"
