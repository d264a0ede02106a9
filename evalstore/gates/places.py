"""File and lines at which gates are configured, for outputs that point at a line."""

import os
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from evalstore.base import input_file
from evalstore.gates.config import DEFAULT_FILE

# Environment variables of CI services that contain the folder of the checkout.
CHECKOUT_VARIABLES = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")
HEADER = re.compile(r"^[ \t]*\[\[[ \t]*[\"']?gate[\"']?[ \t]*\]\]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class GatePlaces:
    """
    Path of a configuration, relative to the repository, and the line of each of its gates.

    ``is_file`` is False if the gates do not come from a file of the repository.
    """

    path: str
    lines: dict[int, int] = field(default_factory=dict)
    gate_ids: tuple[str, ...] = ()
    is_file: bool = True

    def line(self, gate_id: str) -> int:
        """Return the line of a gate, counted from 1; 1 if it is unknown."""
        if gate_id not in self.gate_ids:
            return 1
        return self.lines.get(self.gate_ids.index(gate_id), 1)


def places(path: Path | None, gate_ids: list[str]) -> GatePlaces:
    """
    Find the lines at which a file configures gates; ``gate_ids`` are in the order of the file.

    Without a path, as for a preset, return the default file, which may not exist; every gate is
    then on line 1. So is a gate that is not written as a separate table (``[[gate]]``).
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
    Return the line, from 1, of each ``[[gate]]`` table by its ordinal, from 0.

    A match inside a multiline string is skipped: the text before it is not valid TOML.

    >>> header_lines('[gates]\nalpha = 0.1\n[[gate]]\nid = "a"\n\n[[gate]]\nid = "b"\n')
    {0: 3, 1: 6}
    """
    lines: dict[int, int] = {}
    for match in HEADER.finditer(text):
        try:
            before = tomllib.loads(text[: match.start()]).get("gate", [])
        except tomllib.TOMLDecodeError:
            continue
        lines[len(before)] = text.count("\n", 0, match.start()) + 1
    return lines


def in_repository(path: Path) -> str:
    """Return a path relative to its repository, with slashes; only its name if it is outside."""
    return _within_repository(path) or path.name


def scope_of(path: Path | None, system_id: str | None) -> str:
    """
    Return a text that distinguishes decisions of gates with equal ids; may be empty.

    It contains the file, if it is not the default one, relative to the repository, and the system
    that the gates were narrowed to. Files outside the repository are omitted: their paths may
    differ between jobs.
    """
    file = "" if path is None else _within_repository(path)
    parts = [file if file != DEFAULT_FILE else "", f"system {system_id}" if system_id else ""]
    return ", ".join(part for part in parts if part)


def _within_repository(path: Path) -> str:
    """Return a path relative to the repository; an empty string if it is outside."""
    roots = [os.environ[name] for name in CHECKOUT_VARIABLES if os.environ.get(name)]
    for root in (*roots, "."):
        if path.resolve().is_relative_to(Path(root).resolve()):
            return path.resolve().relative_to(Path(root).resolve()).as_posix()
    return ""
