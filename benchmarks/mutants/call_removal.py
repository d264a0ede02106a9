"""The operator that cosmic-ray does not have: leave out a statement that only calls something."""

from collections.abc import Iterable, Iterator
from typing import Any

import parso
from cosmic_ray.operators.operator import Example, Operator

NAME = "call"
# Without these the code says less, and does the same.
HARMLESS = ("warnings.", "logging.", "print(")


class RemoveCall(Operator):
    """Replace an expression statement that is a call by ``pass``."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[tuple, tuple]]:
        """Yield the position of a statement that is a call and nothing else."""
        if not _is_call(node) or node.parent is None or node.parent.type != "simple_stmt":
            return
        if not node.get_code(include_prefix=False).startswith(HARMLESS):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Return ``pass`` in place of the call."""
        del index
        [statement] = parso.parse("pass").children[:1]
        statement.prefix = node.get_first_leaf().prefix
        return statement

    @classmethod
    def examples(cls) -> Iterable[Example]:
        """Return what it does, as cosmic-ray shows it."""
        return (Example("fsync(1)\nrename(a)\n", "pass\nrename(a)\n"),)


def _is_call(node: Any) -> bool:
    if node.type not in {"atom_expr", "power"}:
        return False
    last = node.children[-1]
    return last.type == "trailer" and last.children[0].value == "("
