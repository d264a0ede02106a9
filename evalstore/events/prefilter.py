"""
The prefilter: one RE2 pattern of all in a JSON text that only the slow path can judge.

One pass over the text costs the same for one pattern as for twenty, so it is one pattern. It may
fire for nothing; it must fire for everything that has to be repaired, redacted or refused and
that DuckDB, which reads JSON leniently, would let pass.
"""

from typing import Final

import duckdb

from evalstore.events.parsing import DEPTH_MAX
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
    # Images are taken out of the payload.
    r"\"(?:images|media_type)\":|[\"' ](?i:data:image/)",
    PREFILTER,
)
_SUSPICIOUS: Final = "|".join(_PARTS)
MAY_HOLD_SECRET: Final = f"{PREFILTER}|{_HIDDEN_LETTER}"
# For LIKE: as many opening brackets as could be too deep with the objects around them.
_BRACKET_COUNT_MAX: Final = DEPTH_MAX - 4
_DEEP: Final = "%[" * _BRACKET_COUNT_MAX + "%"
# Planning the SQL of five kinds costs as much as validating so many candidates one by one.
FAST_PATH_MIN = 256


def set_variables(connection: duckdb.DuckDBPyConnection, candidate_count: int) -> None:
    """
    Set the patterns as session variables of the SQL, for so many candidates.

    All of a few go down the slow path anyway. Then the patterns match every text: to compile them
    costs more than the slow path does.
    """
    is_few = candidate_count < FAST_PATH_MIN
    for statement, value in (
        ("set variable suspicious_pattern = $value", "" if is_few else _SUSPICIOUS),
        ("set variable secret_pattern = $value", "" if is_few else MAY_HOLD_SECRET),
        ("set variable deep_pattern = $value", _DEEP),
        ("set variable bracket_count_max = $value", _BRACKET_COUNT_MAX),
    ):
        connection.execute(statement, {"value": value})
