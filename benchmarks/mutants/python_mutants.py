"""Faults in Python, by the operators of cosmic-ray: for each token its hardest replacement."""

import ast
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

from benchmarks.mutants import call_removal
from benchmarks.mutants.mutant import Mutant, Place

# What nobody would see is not tried: one replacement of each token, the nearest one; `==` never
# becomes `is`, nor the other way round. Decorators stay: without them nothing loads, or all does.
COMPARISONS = "Lt_LtE LtE_Lt Gt_GtE GtE_Gt Eq_NotEq NotEq_Eq Is_IsNot IsNot_Is"
ARITHMETIC = "Add_Sub Sub_Add Mul_Div Div_Mul FloorDiv_Mul Mod_FloorDiv Pow_Mul LShift_RShift \
RShift_LShift BitOr_BitAnd BitAnd_BitOr BitXor_BitOr"
UNARY = "USub_UAdd Delete_Not Delete_USub"
OTHERS = "AddNot ReplaceTrueWithFalse ReplaceFalseWithTrue ReplaceAndWithOr ReplaceOrWithAnd \
NumberReplacer ReplaceBreakWithContinue ReplaceContinueWithBreak ZeroIterationForLoop \
ExceptionReplacer"


def operator_names() -> list[str]:
    """Return the names of the operators, as cosmic-ray calls them, and of our own."""
    families = (
        ("ReplaceComparisonOperator", COMPARISONS),
        ("ReplaceBinaryOperator", ARITHMETIC),
        ("ReplaceUnaryOperator", UNARY),
    )
    named = [f"{family}_{pair}" for family, pairs in families for pair in pairs.split()]
    return [*named, *OTHERS.split(), call_removal.NAME]


@cache
def operator(name: str) -> Any:
    """Return an operator by its name."""
    if name == call_removal.NAME:
        return call_removal.RemoveCall()
    return get_operator(f"core/{name}")()


def files(root: Path) -> list[str]:
    """List the Python files of the product."""
    return sorted(path.relative_to(root).as_posix() for path in root.glob("evalstore/**/*.py"))


def places(root: Path, file: str) -> Iterator[Place]:
    """Yield every place of a file where an operator can make a fault."""
    source = (root / file).read_text(encoding="utf-8")
    tree = ast.parse(source)
    annotations = _lines_and_columns_of_annotations(tree)
    statements = _statements(tree)
    nodes = list(ast_nodes(get_ast(source)))
    lines = source.splitlines(keepends=True)
    for name in operator_names():
        number = 0
        for node in nodes:
            for (line, column), (end_line, end_column) in operator(name).mutation_positions(node):
                is_type = any(start <= (line, column) < end for start, end in annotations)
                # cosmic-ray cannot replace an exception with a dot in its name.
                is_dotted = name == "ExceptionReplacer" and "." in _part(
                    lines, line, column, end_line, end_column
                )
                if not is_type and not is_dotted:
                    statement = statements.get(line, (line, line))
                    yield Place("python", file, line, statement, name, number)
                number += 1


def mutant(root: Path, place: Place) -> Mutant | None:
    """Make the fault; None where the operator changes nothing after all."""
    source = (root / place.file).read_text(encoding="utf-8")
    text = mutate_code(source, operator(place.operator), place.number)
    if text is None or ast.dump(ast.parse(source)) == ast.dump(ast.parse(text)):
        return None
    # The star before keyword-only parameters is no product.
    if "BinaryOperator" in place.operator and _operations(source) == _operations(text):
        return None
    return Mutant(place, text, _change(source, text))


def draw(root: Path, count: int, rng: random.Random) -> list[Mutant]:
    """Draw mutants, at most one of an operator for each line."""
    found: dict[tuple[str, int, str], Place] = {}
    for file in files(root):
        for place in places(root, file):
            found.setdefault((place.file, place.line, place.operator), place)
    drawn = rng.sample(sorted(found.values(), key=repr), min(2 * count, len(found)))
    mutants = (mutant(root, place) for place in drawn)
    return [made for made in mutants if made is not None][:count]


def _part(lines: list[str], line: int, column: int, end_line: int, end_column: int) -> str:
    if line != end_line:
        return lines[line - 1][column:]
    return lines[line - 1][column:end_column]


def _operations(source: str) -> list[str]:
    nodes = ast.walk(ast.parse(source))
    return [ast.dump(node) for node in nodes if isinstance(node, (ast.BinOp, ast.AugAssign))]


def _change(before: str, after: str) -> str:
    """Return the lines that differ, `old -> new`."""
    old_lines, new_lines = before.splitlines(), after.splitlines()
    pairs = zip(old_lines, new_lines, strict=False)
    old, new = next(((old, new) for old, new in pairs if old != new), ("", ""))
    return f"{' '.join(old.split())}  ->  {' '.join(new.split())}"


def _lines_and_columns_of_annotations(tree: ast.Module) -> list[tuple[tuple, tuple]]:
    """Return where types stand: `int | None` computes nothing."""
    found = []
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            part = getattr(node, name, None)
            if isinstance(part, ast.expr):
                start = (part.lineno, part.col_offset)
                found.append((start, (part.end_lineno, part.end_col_offset)))
    return found


def _statements(tree: ast.Module) -> dict[int, tuple[int, int]]:
    """Return the first and last line of the statement, or of its head, that each line is in."""
    found: dict[int, tuple[int, int]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            span = (node.lineno, max(node.lineno, last))
            # Inner statements come later, and are the ones that count.
            found |= dict.fromkeys(range(span[0], span[1] + 1), span)
    return found
