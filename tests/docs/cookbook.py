"""
The recipes of docs/cookbook.md, and the writing of what they answer.

    python -m tests.docs.cookbook           # writes the answers on the demo's data anew
"""

import contextlib
import io
import re
import tempfile
from pathlib import Path
from typing import NamedTuple

from evalstore.cli import call_command
from tests import kept_stores, quick_demo

PAGE = Path(__file__).parents[2] / "docs/cookbook.md"
RECIPE = re.compile(
    r"^### (?P<question>[^\n]+)\n\n```sql\n(?P<sql>.*?)^```\n\n"
    r"(?:```text\n(?P<answer>.*?)^```\n\n)?(?P<notes>.*?)(?=^##|\Z)",
    re.MULTILINE | re.DOTALL,
)
LINES_SHOWN = 7
CHARACTERS_SHOWN = 150


class Recipe(NamedTuple):
    """A question of the page, its statement, the answer shown below, and how to read it."""

    question: str
    sql: str
    answer: str | None
    notes: str


def recipes():
    """Return the recipes of the page, in its order."""
    page = PAGE.read_text(encoding="utf-8")
    return [Recipe(**found.groupdict()) for found in RECIPE.finditer(page)]


def printed(sql, store):
    """Return what ``evalstore query`` prints, errors included."""
    with io.StringIO() as text:
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
            code = call_command(["query", sql, "--store", str(store)])
        return f"exit code {code}: {text.getvalue()}" if code else text.getvalue()


def shown(text):
    """
    Return the lines that the page shows of an output: the first ones, long ones cut.

    >>> print(shown("n\\n1\\n2\\n3\\n4\\n5\\n6\\n7\\n"), end="")
    n
    1
    2
    3
    4
    5
    …
    """
    lines = [
        line if len(line) <= CHARACTERS_SHOWN else line[: CHARACTERS_SHOWN - 1].rstrip() + "…"
        for line in text.splitlines()
    ]
    if len(lines) > LINES_SHOWN:
        lines = [*lines[: LINES_SHOWN - 1], "…"]
    return "".join(f"{line}\n" for line in lines)


def main():
    """Write below each statement what it answers."""
    page = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        store = quick_demo.make(Path(folder) / "demo") / "warehouse"

        def rewritten(found):
            answer = shown(printed(found["sql"], store))
            return (
                f"### {found['question']}\n\n```sql\n{found['sql']}```\n\n"
                f"```text\n{answer}```\n\n{found['notes']}"
            )

        PAGE.write_text(RECIPE.sub(rewritten, page), encoding="utf-8")
    kept_stores.remove()


if __name__ == "__main__":
    main()
