"""Faults in the SQL of metrics, of facts and of macros: the statement is written out anew."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import shorten

import sqlglot
from sqlglot import exp

from benchmarks.mutants.mutant import Mutant, Place
from benchmarks.mutants.sql_operators import OPERATORS, changed

FOLDERS = ("views", "sql/facts", "sql/macros")
DIALECT = "duckdb"
SHOWN_CHARACTERS_MAX = 100


def files(root: Path) -> list[str]:
    """List the SQL files that faults are put into."""
    return sorted(
        path.relative_to(root).as_posix()
        for folder in FOLDERS
        for path in (root / folder).rglob("*.sql")
    )


def places(root: Path, file: str) -> Iterator[Place]:
    """Yield every place of a file where an operator can make a fault."""
    text = (root / file).read_text(encoding="utf-8")
    statement = sqlglot.parse_one(text, dialect=DIALECT)
    last_line = text.count("\n")
    for operator in OPERATORS:
        for number, (node, _) in enumerate(changed(statement, operator)):
            yield Place("sql", file, _line(node), (1, last_line), operator, number)


def mutant(root: Path, place: Place) -> Mutant | None:
    """Make the fault; None where the statement reads the same with it."""
    text = (root / place.file).read_text(encoding="utf-8")
    statement = sqlglot.parse_one(text, dialect=DIALECT)
    for number, (node, other) in enumerate(changed(statement, place.operator)):
        if number == place.number:
            change = f"{_short(node)}  ->  {_short(other)}"
            if node is statement:
                return None
            node.replace(other)
            return Mutant(place, written(text, statement), change)
    return None


def written(text: str, statement: exp.Expr) -> str:
    """Return a file's header and its statement, as sqlglot writes it."""
    header = re.match(r"(?:--[^\n]*\n|\n)*", text)
    assert header is not None
    return f"{header[0]}{statement.sql(dialect=DIALECT, comments=False, pretty=True)};\n"


def unchanged(root: Path, file: str) -> str:
    """Return a file written out anew without a fault: what must pass where a mutant is killed."""
    text = (root / file).read_text(encoding="utf-8")
    return written(text, sqlglot.parse_one(text, dialect=DIALECT))


def draw(root: Path, count: int, rng: random.Random) -> list[Mutant]:
    """Draw mutants, at most one of an operator for each line."""
    found: dict[tuple[str, int, str], list[Place]] = {}
    for file in files(root):
        for place in places(root, file):
            found.setdefault((place.file, place.line, place.operator), []).append(place)
    choices = [found[key] for key in sorted(found)]
    drawn = rng.sample(choices, min(2 * count, len(choices)))
    mutants = (mutant(root, rng.choice(places)) for places in drawn)
    return [made for made in mutants if made is not None][:count]


def _line(node: exp.Expr) -> int:
    """Return the line of the first name within a node, else of the nearest name around it."""
    around: exp.Expr | None = node
    while around is not None:
        lines = [part.meta["line"] for part in around.walk() if "line" in part.meta]
        if lines:
            return min(lines)
        around = around.parent
    return 1


def _short(node: exp.Expr) -> str:
    text = node.sql(dialect=DIALECT, comments=False)
    return shorten(text, SHOWN_CHARACTERS_MAX, placeholder=" ...")
