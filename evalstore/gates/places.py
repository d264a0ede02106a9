"""File and lines at which gates are configured, for outputs that point at a line."""

import os
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from evalstore.base import input_file
from evalstore.gates.config import DEFAULT_FILE

# Of the folders that a CI service checks a repository out to, which each names in a variable.
CHECKOUT_VARIABLES = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")
HEADER = re.compile(r"^[ \t]*\[\[[ \t]*[\"']?gate[\"']?[ \t]*\]\]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class GatePlaces:
    """
    ``path`` of a configuration, relative to the repository, and the line of each of its gates.

    ``is_file`` is false where gates come from no file of the repository.
    """

    path: str
    lines: dict[int, int] = field(default_factory=dict)
    gate_ids: tuple[str, ...] = ()
    is_file: bool = True

    def line(self, gate_id: str) -> int:
        """Return the line of a gate, counted from 1; 1 where it is not known."""
        if gate_id not in self.gate_ids:
            return 1
        return self.lines.get(self.gate_ids.index(gate_id), 1)


def places(path: Path | None, gate_ids: list[str]) -> GatePlaces:
    """
    Find where a file configures gates, whose ids are given in its order.

    Without a path, as for a preset, it is the first line of the default file, which may not be
    there. A gate that is not written as a table of its own (``[[gate]]``) stands on line 1.
    """
    if path is None:
        return GatePlaces(DEFAULT_FILE, is_file=False)
    try:
        text = input_file.read_text(path)
    except (OSError, UnicodeDecodeError):
        return GatePlaces(in_repository(path), is_file=False)
    return GatePlaces(in_repository(path), header_lines(text), tuple(gate_ids))


def header_lines(text: str) -> dict[int, int]:
    r"""
    Return the line, from 1, of each table of gates by its ordinal, from 0.

    What looks like a header within a text of several lines is none: before it the text is no
    whole TOML.

    >>> header_lines('[gates]\nalpha = 0.1\n[[gate]]\nid = "a"\n\n[[gate]]\nid = "b"\n')
    {0: 3, 1: 6}
    """
    lines: dict[int, int] = {}
    for found in HEADER.finditer(text):
        try:
            before = tomllib.loads(text[: found.start()]).get("gate", [])
        except tomllib.TOMLDecodeError:
            continue
        lines[len(before)] = text.count("\n", 0, found.start()) + 1
    return lines


def in_repository(path: Path) -> str:
    """Return a path as its repository names it, with slashes; its name where it is outside."""
    return _within_repository(path) or path.name


def scope_of(path: Path | None, system_id: str | None) -> str:
    """
    Name what keeps apart the decisions of gates that are called the same, else nothing.

    It is a file that is not the default one, as its repository names it, and the system that the
    gates were narrowed to. A file outside of the repository may be called otherwise in each job.
    """
    file = "" if path is None else _within_repository(path)
    parts = [file if file != DEFAULT_FILE else "", f"system {system_id}" if system_id else ""]
    return ", ".join(part for part in parts if part)


def _within_repository(path: Path) -> str:
    """Return a path relative to the repository, empty where it is outside."""
    roots = [os.environ[name] for name in CHECKOUT_VARIABLES if os.environ.get(name)]
    for root in (*roots, "."):
        if path.resolve().is_relative_to(Path(root).resolve()):
            return path.resolve().relative_to(Path(root).resolve()).as_posix()
    return ""
