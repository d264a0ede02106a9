"""
Output for a step of GitHub Actions: annotations, the step summary, and the step's outputs.

Escaping is that of the runner's own library (``actions/toolkit``, ``command.ts``). The runner
looks for commands in each line that a step prints: for ``::name::`` at its start and for
``##[name]`` anywhere.
"""

import re
import secrets
from collections.abc import Iterable, Iterator

from evalstore.gates.places import GatePlaces
from evalstore.reviews.charts.drawing.text import one_line, visible
from evalstore.reviews.outputs.findings import finding_names, said, taxonomy_text
from evalstore.reviews.review import Finding, Review

LEVELS = {"fail": "error", "broken": "error", "undecided": "warning"}
# GitHub shows this many annotations of each level in a step, and silently drops the others.
ANNOTATION_LIMIT = 10
MESSAGE_LENGTH = 4000
VERBS = {"fail": "fails", "broken": "is broken", "undecided": "is undecided"}
# GitHub shows no summary of a step that is larger than this.
SUMMARY_SIZE_BYTES = 1024 * 1024
OLD_PREFIX = "##["
# The start of a line whose first visible characters begin a command; the runner also ends lines
# at a carriage return.
COMMAND = re.compile(r"(?:\A|(?<=[\r\n]))(?=[^\S\r\n]*::)")


def annotations(review: Review, places: GatePlaces) -> list[str]:
    """
    Return the lines to print: an error, warning or notice for each finding that does not pass.

    If GitHub would drop some of a level, the last line shown is their number.
    """
    grouped: dict[str, list[str]] = {}
    names = finding_names(review.findings)
    for finding, name in zip(review.findings, names, strict=True):
        if finding.answer != "pass":
            level = LEVELS[finding.answer] if finding.is_blocking else "notice"
            tags = taxonomy_text(review, finding)
            grouped.setdefault(level, []).append(_annotation(level, finding, name, tags, places))
    return [line for level, lines in grouped.items() for line in _limited(level, lines)]


def outputs(review: Review) -> str:
    """
    Return lines to append to the file in ``GITHUB_OUTPUT``.

    Each value is between random delimiters, so that no text can end it.
    """
    return "".join(_output(name, value) for name, value in _outputs(review))


def inert(line: str) -> str:
    r"""
    Return one or more lines with the runner's commands disabled.

    >>> inert("##[add-mask]x"), inert(" ::add-mask::x")
    ('#\u200b#[add-mask]x', '\u200b ::add-mask::x')
    """
    return COMMAND.sub("\u200b", line.replace(OLD_PREFIX, f"#\u200b{OLD_PREFIX[1:]}"))


def _annotation(level: str, finding: Finding, name: str, tags: str, places: GatePlaces) -> str:
    kind = "evalstore" if finding.is_blocking else "evalstore, informational"
    title = f"{kind}: {name} {VERBS[finding.answer]}"
    line = places.line(finding.gate_id)
    where = f"file={_property(places.path)},line={line}," if places.is_file else ""
    message = "\n".join([*said(finding), *filter(None, [tags])])
    return f"::{level} {where}title={_property(title)}::{_data(message)}"


def _limited(level: str, lines: list[str]) -> Iterable[str]:
    if len(lines) <= ANNOTATION_LIMIT:
        return lines
    shown = lines[: ANNOTATION_LIMIT - 1]
    left_out = len(lines) - len(shown)
    message = (
        f"{left_out} more gates: GitHub shows {ANNOTATION_LIMIT} per step; see the summary for all"
    )
    return [*shown, f"::{level} title={_property(f'{left_out} more gates')}::{_data(message)}"]


def _outputs(review: Review) -> Iterator[tuple[str, str]]:
    blocking = [finding.answer for finding in review.blocking]
    yield "decision", review.answer or "undecided"
    yield "run_id", review.run.run_id
    yield "suite", review.run.suite
    for name, word in (("passing", "pass"), ("failing", "fail")):
        yield f"{name}_count", str(blocking.count(word))
    yield "undecided_count", str(blocking.count("undecided"))
    yield "broken_count", str(blocking.count("broken"))
    yield "failing_case_count", str(review.case_count)
    yield "by_facts_count", str(sum(finding.is_by_facts_alone for finding in review.blocking))
    yield "baseline_run_id", review.baseline.run_id if review.baseline else ""


def _output(name: str, value: str) -> str:
    delimiter = f"ghadelimiter_{secrets.token_hex(16)}"
    return f"{name}<<{delimiter}\n{one_line(value, MESSAGE_LENGTH)}\n{delimiter}\n"


def _data(value: str) -> str:
    """Escape the data of a command, after its second ``::``."""
    cut = visible(value[:MESSAGE_LENGTH])
    return cut.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    """Escape a property of a command, before its second ``::``."""
    return _data(value).replace(":", "%3A").replace(",", "%2C")
