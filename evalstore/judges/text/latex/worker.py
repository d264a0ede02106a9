r"""
Worker process: compare two expressions in LaTeX with math-verify on SymPy, one JSON line each.

Reads ``{"right": latex, "given": latex, "tolerance": number or null}`` and answers
``{"same": true, false or null, "reason": text}``; null if undecided. The first output line reports
whether the libraries are installed. LaTeX of a reply is untrusted: memory is limited, and so is
processor time for each line, so that the system ends an endless comparison even if the caller has
stopped waiting. The process ends with its standard input.
"""

import json
import logging
import math
import sys
from typing import Any

MEMORY_BYTES_MAX = 2**30
CPU_S_MAX = 4
MISSING = "math-verify is not installed; pip install 'evalstore[math]'"
DECIMAL_PLACES_MIN = 3
PLACES_MAX = 200
POINTS = (0.7316, 1.6180, 2.2943)
FAR = 1e-6


def main() -> int:
    """Answer lines until standard input ends."""
    _limit_memory()
    logging.disable(logging.CRITICAL)
    try:
        import math_verify  # noqa: F401 - imported here for those who ask first
    except ImportError:
        _write({"missing": MISSING})
        return 1
    _write({"missing": None})
    for line in sys.stdin:
        _limit_cpu_time()
        request = json.loads(line)
        try:
            same, reason = compared(**request)
        except MemoryError:
            return 1
        except Exception as error:  # noqa: BLE001 - the libraries raise whatever they meet
            same, reason = None, f"not read: {type(error).__name__}"
        _write({"same": same, "reason": reason})
    return 0


def _write(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _limit_memory() -> None:
    if sys.platform == "win32":
        # Windows has no such limits; only the caller's time-out applies.
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MAX, MEMORY_BYTES_MAX))


def _limit_cpu_time() -> None:
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = math.ceil(used.ru_utime + used.ru_stime) + CPU_S_MAX
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))


def compared(right: str, given: str, tolerance: float | None) -> tuple[bool | None, str]:
    """Return whether two expressions are the same, None if undecided, and the reason."""
    import sympy

    first, other = (_parsed(latex) for latex in (right, given))
    if first is None or other is None:
        return None, f"{'the right answer' if first is None else 'the answer'} cannot be parsed"
    if _is_open_equation(other) and not isinstance(first, sympy.Eq):
        return None, "an equation that is not solved"
    is_same = _same(first, other) or _same(other, first)
    if not isinstance(first, sympy.Eq):
        other = _right_side(other)
    first, other = _alike(first, other)
    if is_same or _same(first, other):
        return True, "equal"
    value, other_value = _constant(first), _constant(other)
    if value is None or other_value is None:
        return _difference(first, other)
    within = (tolerance or 0) * abs(value) or _rounded_off(first, given)
    if abs(value - other_value) <= within:
        return True, "equal within tolerance" if tolerance else "equal, rounded"
    return False if abs(value - other_value) > FAR * max(
        1, abs(value)
    ) else None, "different values"


def _is_open_equation(expression: Any) -> bool:
    """Return True for x + y = 3, and False for x = 3, f(x) = 3 and 2 + 1 = 3."""
    import sympy

    if not isinstance(expression, sympy.Eq):
        return False
    is_named = expression.lhs.is_Symbol or expression.lhs.is_Function
    return bool(expression.lhs.free_symbols) and not is_named


def _alike(first: Any, other: Any) -> tuple[Any, Any]:
    """Return both, i read as the imaginary unit if only one has it, and (a, b) as a pair."""
    import sympy

    if _names(first) ^ _names(other) == {"i"}:
        first, other = (_with_imaginary(each) for each in (first, other))
    if isinstance(first, sympy.Tuple) or isinstance(other, sympy.Tuple):
        first, other = (_as_pair(each) for each in (first, other))
    return first, other


def _names(expression: Any) -> set[str]:
    return {symbol.name for symbol in getattr(expression, "free_symbols", ())}


def _with_imaginary(expression: Any) -> Any:
    import sympy

    return expression.subs(
        {symbol: sympy.I for symbol in expression.free_symbols if symbol.name == "i"}
    )


def _as_pair(expression: Any) -> Any:
    import sympy

    is_open = isinstance(expression, sympy.Interval) and expression.is_open
    return sympy.Tuple(expression.start, expression.end) if is_open else expression


def _parsed(latex: str) -> Any:
    import sympy
    from math_verify import LatexExtractionConfig, parse

    config = LatexExtractionConfig()
    candidates = parse(f"${latex}$", [config], fallback_mode="no_fallback", parsing_timeout=None)
    return next(
        (each for each in candidates if isinstance(each, sympy.Basic | sympy.MatrixBase)), None
    )


def _same(first: Any, other: Any) -> bool:
    from math_verify import verify

    return bool(verify(first, other, timeout_seconds=None))


def _right_side(expression: Any) -> Any:
    import sympy

    is_named = isinstance(expression, sympy.Eq) and expression.lhs.is_Symbol
    return expression.rhs if is_named else expression


def _constant(expression: Any) -> complex | None:
    """Return the value of an expression without symbols, None with symbols or without a value."""
    if not getattr(expression, "is_number", False):
        return None
    value = complex(expression.evalf(20))
    return value if math.isfinite(abs(value)) else None


def _rounded_off(right: Any, answer: str) -> float:
    """Return half a unit in the last decimal place if the right number does not end, else 0."""
    import sympy

    places = len(answer.strip().partition(".")[2])
    value = sympy.nsimplify(right) if right.is_Rational else right
    # The denominator divides a power of ten if it has no factors other than 2 and 5.
    is_endless = pow(10, PLACES_MAX, value.q) != 0 if right.is_Rational else not right.is_Float
    is_decimal = answer.strip().lstrip("-").replace(".", "", 1).isdigit()
    return 0.5 * 10.0**-places if is_endless and is_decimal and places >= DECIMAL_PLACES_MIN else 0


def _kind(expression: Any) -> str:
    import sympy

    kinds = (sympy.MatrixBase, sympy.FiniteSet, sympy.Set, sympy.Tuple, sympy.Equality, sympy.Rel)
    for kind in kinds:
        if isinstance(expression, kind):
            return str(kind.__name__)
    return "constant" if getattr(expression, "is_number", False) else "expression"


def _difference(first: Any, other: Any) -> tuple[bool | None, str]:
    """Return False if two expressions differ at some point, None if undecided, and the reason."""
    kinds = {_kind(first), _kind(other)}
    if kinds == {"constant", "FiniteSet"}:
        return False, "one value, and several"
    if not kinds <= {"constant", "expression"}:
        return (False, "different") if len(kinds) == 1 else (None, "of different kinds")
    if _names(first) != _names(other):
        return None, "expressions in different variables"
    symbols = sorted(first.free_symbols | other.free_symbols, key=str)
    for point in POINTS:
        places = {symbol: point + place / 7 for place, symbol in enumerate(symbols)}
        difference = complex((first - other).subs(places).evalf(15))
        if abs(difference) > FAR:
            return False, "different values"
    return None, "equal where it was tried, but not shown to be"


if __name__ == "__main__":
    sys.exit(main())
