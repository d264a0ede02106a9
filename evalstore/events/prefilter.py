"""
The prefilter: one RE2 pattern for JSON texts that only the slow path can check.

A pass over the text costs the same for one pattern as for twenty combined, so there is only one.
It may match without need; it must match all that has to be repaired, redacted or refused and
that DuckDB, which reads JSON leniently, would accept.
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
    # Beyond the largest double a number becomes infinity.
    rf"{_VALUE_STARTS}[0-9]+(?:\.[0-9]+)?[eE]\+?[0-9]{{3}}",
    # DuckDB accepts a trailing comma.
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
# For LIKE: this many opening brackets may be too deep, together with the objects around them.
_BRACKET_COUNT_MAX: Final = DEPTH_MAX - 4
_DEEP: Final = "%[" * _BRACKET_COUNT_MAX + "%"
# Planning the SQL of one kind costs as much as validating this many candidates one by one.
FAST_PATH_MIN = 400


def set_variables(connection: duckdb.DuckDBPyConnection, candidate_count: int) -> None:
    """
    Set the patterns as session variables of the SQL, for this many candidates.

    Fewer than ``FAST_PATH_MIN`` all take the slow path. The patterns are then empty and match
    every text, since compiling them would cost more than the slow path does.
    """
    is_few = candidate_count < FAST_PATH_MIN
    for statement, value in (
        ("set variable suspicious_pattern = $value", "" if is_few else _SUSPICIOUS),
        ("set variable secret_pattern = $value", "" if is_few else MAY_HOLD_SECRET),
        ("set variable deep_pattern = $value", _DEEP),
        ("set variable bracket_count_max = $value", _BRACKET_COUNT_MAX),
    ):
        connection.execute(statement, {"value": value})


def take_all_for_secrets(connection: duckdb.DuckDBPyConnection) -> None:
    """Let every text count as one that may hold a secret, which saves compiling the pattern."""
    connection.execute("set variable secret_pattern = ''")
