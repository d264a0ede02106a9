"""``python -m benchmarks.mutants``: how many small faults the tests notice, on a drawn sample."""

import argparse
import json
import random
import signal
import sys
import tempfile
from collections import Counter
from pathlib import Path

from benchmarks.harness import ROOT
from benchmarks.mutants import equivalent, python_mutants, sql_mutants
from benchmarks.mutants.coverage_map import FOLDER, CoverageMap
from benchmarks.mutants.mutant import Mutant, Result
from benchmarks.mutants.trial import Trial, without_false_kills
from benchmarks.mutants.workplace import Workplace

LANGUAGES = {"python": python_mutants, "sql": sql_mutants}
OUTCOMES = ("killed", "lived", "out of time", "no test", "not run")
MEANINGS = {
    "lived": "lived: equivalent or untested, which only a person can say",
    "no test": "no test runs the line",
    "out of time": "ran out of time: an endless loop, or too many tests",
    "not run": "pytest could not run the tests, which says nothing of them",
}
# Some cannot be loaded, and others are drawn in their place.
SPARE = 1.5


def main() -> int:
    """Draw, try and tell; exit 1 below the wanted score."""
    options = _options()
    # As after Ctrl-C, nothing goes on alone.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    results_file = FOLDER / f"seed-{options.seed}.json"
    with tempfile.TemporaryDirectory(prefix="evalstore-mutants-") as folder:
        workplaces = [Workplace(Path(folder) / str(number)) for number in range(options.processes)]
        coverage_map = CoverageMap()
        coverage_map.bring_up_to_date(workplaces[0])
        trial = Trial(workplaces, coverage_map, options.seconds)
        results: list[Result] = []
        for language, count in _counts(options.sample, options.language).items():
            mutants = _mutants(language, count, options, results_file)
            results += trial.results(mutants, min(count, len(mutants)), _tell)
        results = without_false_kills(workplaces[0], results)
    if not options.again:
        results_file.write_text(json.dumps([result.to_json() for result in results], indent=1))
    print("\n".join(_summary(results, options.seed)))
    return 0 if _score(results) >= options.wanted else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mutants", description=__doc__,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--sample", type=int, default=200, help="mutants, half of them of SQL")
    parser.add_argument("--language", choices=tuple(LANGUAGES), help="only those of one")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--seconds", type=float, default=300.0, help="CPU time for one mutant")
    parser.add_argument("--processes", type=int, default=2, help="mutants tried at once")
    parser.add_argument("--wanted", type=float, default=0.85, help="exit 1 below this score")
    parser.add_argument(
        "--again", action="store_true", help="only those of this seed that were not killed"
    )
    return parser.parse_args()


def _counts(sample: int, language: str | None = None) -> dict[str, int]:
    """
    Return how many mutants of each language make a sample.

    >>> _counts(5), _counts(5, "sql")
    ({'python': 3, 'sql': 2}, {'sql': 5})
    """
    if language is not None:
        return {language: sample}
    return {"python": sample - sample // 2, "sql": sample // 2}


def _mutants(
    language: str, count: int, options: argparse.Namespace, results_file: Path
) -> list[Mutant]:
    module = LANGUAGES[language]
    if not options.again:
        return module.draw(ROOT, int(SPARE * count), random.Random(options.seed))
    earlier = [Result.from_json(found) for found in json.loads(results_file.read_text("utf-8"))]
    made = [
        module.mutant(ROOT, result.place)
        for result in earlier
        if result.place.language == language and result.outcome != "killed"
    ]
    return [mutant for mutant in made if mutant is not None]


def _tell(result: Result) -> None:
    place = result.place
    print(
        f"{result.outcome:11} {result.seconds:6.1f} s {result.tests:5} tests  "
        f"{place.file}:{place.line}  {result.change}",
        flush=True,
    )


def _summary(results: list[Result], seed: int) -> list[str]:
    """Return the score and, by name, all that was not killed."""
    lines = [
        "",
        f"seed {seed}   " + "".join(f"{outcome:>12}" for outcome in OUTCOMES) + "   score",
    ]
    for language in (*LANGUAGES, "both"):
        chosen = [item for item in results if language in {item.place.language, "both"}]
        counts = Counter(item.outcome for item in chosen)
        figures = "".join(f"{counts[outcome]:12}" for outcome in OUTCOMES)
        lines.append(f"{language:9}{figures}   {_score(chosen):.1%}")
    lines.append("The score is killed of all: what ran out of time was not killed.")
    judged = [item for item in results if item.outcome == "lived" and _reason(item)]
    if judged:
        noticeable = [item for item in results if item not in judged]
        lines.append(
            f"Without {len(judged)} that a person found to change nothing: "
            f"{_score(noticeable):.1%}"
        )
    for outcome, meaning in MEANINGS.items():
        found = [item for item in results if item.outcome == outcome]
        if found:
            lines += ["", meaning]
        for item in sorted(found, key=lambda item: (item.place.file, item.place.line)):
            lines.append(f"  {item.place.file}:{item.place.line}  [{item.place.operator}]")
            lines.append(f"      {item.change}")
            if item.killer:
                lines.append(f"      {item.killer} fails without the fault, too")
            if item in judged:
                lines.append(f"      equivalent: {_reason(item)}")
    return lines


def _reason(result: Result) -> str | None:
    return equivalent.reason(result.place, result.change)


def _score(results: list[Result]) -> float:
    killed_count = sum(result.outcome == "killed" for result in results)
    return killed_count / len(results) if results else 0.0


if __name__ == "__main__":
    sys.exit(main())
