"""
Question sets that others wrote, as the suite ``questions``: is their own answer judged right?

    python -m benchmarks.question_sets FILE… [--set KEY=VALUE]

For each file: its rows, those left out, and of its cases the share whose own answer is judged
right (bare, and as the simulated system words it), the share of a wrong answer judged wrong, and
the best of some replies that know nothing against the chance that the cases declare.
"""

import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evalstore.base.text_table import escaped
from evalstore.cli._assignments import parse_assignments
from evalstore.errors import UsageError
from evalstore.plugins.case import Case
from evalstore.plugins.registry import load
from evalstore.plugins.response import Response
from evalstore.suites.questions import questions

CONSTANTS = ("A", "B", "Yes", "No", "0", "I do not know.")
EXAMPLES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Found:
    """What became of one file; shares are of its cases, in [0, 1]."""

    file: str
    row_count: int
    left_out_count: int
    case_count: int
    forms: str
    bare_right: float
    simulated_right: float
    wrong_wrong: float
    best_control: str
    chance: float
    seconds: float
    # Of cases whose own answer is not judged right.
    examples: tuple[str, ...]


def measure(path: Path, settings: dict[str, object]) -> Found:
    """Return what becomes of a file; bad rows are left out and counted."""
    began = time.process_time()
    given = {"file": str(path), "skip_bad_rows": True, **settings}
    found = questions.resolved(given)
    domains = questions.domains(given)
    cases = list(questions.cases("seed", domains, None, given))
    seconds = time.process_time() - began
    bare = [_outcome(case, bare_answer(case)) for case in cases]
    examples = [
        f"{outcome}: {bare_answer(case)[:60]!r} to {case.turns[-1][:80]!r}"
        for case, outcome in zip(cases, bare, strict=True)
        if outcome != "right"
    ]
    controls = {
        reply: _share([_outcome(case, reply) for case in cases], "right") for reply in CONSTANTS
    }
    controls["the question"] = _share([_outcome(case, case.turns[-1]) for case in cases], "right")
    most = Counter(bare_answer(case) for case in cases).most_common(1)[0][0]
    controls[f"most frequent, {most[:20]}"] = _share(
        [_outcome(case, most) for case in cases], "right"
    )
    best = max(controls, key=lambda name: controls[name])
    rows = int(str(found["row_count"]))
    return Found(
        path.name,
        rows,
        rows - len(cases),
        len(cases),
        ", ".join(f"{name} {n}" for name, n in _forms(cases).most_common()),
        _share(bare, "right"),
        _share(_simulated(cases, accuracy=1.0), "right"),
        _share(_simulated(cases, accuracy=0.0), "wrong"),
        f"{best}: {controls[best]:.3f}",
        sum(case.chance or 0 for case in cases) / len(cases),
        seconds,
        tuple(examples[:EXAMPLES_SHOWN]),
    )


def bare_answer(case: Case) -> str:
    """Return the file's own answer as a reply of its own."""
    return str(case.expected)


def _forms(cases: Sequence[Case]) -> Counter[str]:
    return Counter(str(case.answer_key.get("kind", "none")) for case in cases)


def _outcome(case: Case, text: str) -> str:
    return str(load("validators", "factual").judge(case, Response("ok", text=text)).outcome)


def _simulated(cases: Sequence[Case], *, accuracy: float) -> list[str]:
    settings = {"accuracy": accuracy, "calibration_slope": 0.0, "abstention_rate": 0.0}
    system = load("systems", "simulated").build("simulated", settings, "seed")
    judge = load("validators", "factual").judge
    return [str(judge(case, system.ask(replace(case), 1)).outcome) for case in cases]


def _share(outcomes: Sequence[str], wanted: str) -> float:
    return sum(outcome == wanted for outcome in outcomes) / max(1, len(outcomes))


def main(arguments: Sequence[str]) -> None:
    """Measure each file and print it; without one say so."""
    given = [each for each in arguments if each.startswith("--set=")]
    settings = parse_assignments([each.removeprefix("--set=") for each in given], "answers=letter")
    files = [each for each in arguments if each not in given]
    if not files:
        print("skipped: no file of questions is named; question sets of others are not kept here")
    for name in files:
        try:
            one = measure(Path(name), settings)
        except UsageError as error:
            print(f"{name}: {escaped(str(error))[:300]}")
            continue
        print(
            f"{one.file}: {one.row_count} rows, {one.left_out_count} left out, {one.case_count} "
            f"cases ({one.forms}); own answer right {one.bare_right:.3f}, as simulated "
            f"{one.simulated_right:.3f}, wrong judged wrong {one.wrong_wrong:.3f}; best control "
            f"{one.best_control}, chance {one.chance:.3f}; {one.seconds:.1f} CPU-seconds"
        )
        for example in one.examples:
            print(f"  {escaped(example)}")


if __name__ == "__main__":
    main(sys.argv[1:])
