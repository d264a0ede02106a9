"""Trying mutants: make the fault, run the tests that could see it, say what became of it."""

import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from queue import Queue

from benchmarks.mutants import sql_mutants
from benchmarks.mutants.coverage_map import CoverageMap
from benchmarks.mutants.mutant import Mutant, Outcome, Result
from benchmarks.mutants.sql_tests import SqlTests
from benchmarks.mutants.workplace import Workplace, end_all

# Exit codes of pytest: all passed, some failed; others say that it could not begin.
PASSED, FAILED = 0, 1
# What DuckDB says of a statement that it does not take.
UNLOADED = re.compile(r"(?:Parser|Binder|Catalog|Not implemented) ?(?:Error|Exception)")


class Trial:
    """Mutants tried in several workplaces at once."""

    def __init__(
        self, workplaces: list[Workplace], coverage_map: CoverageMap, seconds_max: float
    ) -> None:
        self._workplaces: Queue[Workplace] = Queue()
        for workplace in workplaces:
            self._workplaces.put(workplace)
        self._count = len(workplaces)
        self._map = coverage_map
        self._sql_tests = SqlTests(coverage_map)
        self._seconds_max = seconds_max

    def results(
        self, mutants: list[Mutant], count: int, tell: Callable[[Result], None]
    ) -> list[Result]:
        """Try mutants until so many could be loaded."""
        waiting: Iterator[Mutant] = iter(mutants)
        results: list[Result] = []
        with ThreadPoolExecutor(self._count) as pool:
            try:
                while len(results) < count:
                    batch = list(islice(waiting, count - len(results)))
                    if not batch:
                        break
                    for result in pool.map(self._tried, batch):
                        if result is not None:
                            results.append(result)
                            tell(result)
            except BaseException:
                end_all()
                raise
        return results

    def _tried(self, mutant: Mutant) -> Result | None:
        workplace = self._workplaces.get()
        try:
            return self._tried_in(workplace, mutant)
        finally:
            self._workplaces.put(workplace)

    def _tried_in(self, workplace: Workplace, mutant: Mutant) -> Result | None:
        """Return what became of a mutant; None where it cannot even be loaded."""
        place = mutant.place
        source = self._map if place.language == "python" else self._sql_tests
        tests = source.tests_of(place)
        started = time.monotonic()

        def ended(outcome: Outcome, killer: str | None = None) -> Result:
            seconds = round(time.monotonic() - started, 1)
            return Result(place, mutant.change, outcome, killer, len(tests), seconds)

        if not tests:
            return ended("no test")
        with workplace.holding({place.file: mutant.text}):
            ran = workplace.run(tests, self._seconds_max, ["-x"])
            may_not_load = ran.exit_code not in {PASSED, FAILED} or UNLOADED.search(ran.output)
            if may_not_load and not ran.is_out_of_time and not workplace.loads(place.file):
                return None
        if ran.failed:
            return ended("killed", ran.failed[0])
        if ran.is_out_of_time:
            return ended("out of time")
        if ran.exit_code == PASSED:
            return ended("lived")
        print(f"pytest exited {ran.exit_code} and no test failed:\n{ran.output}", flush=True)
        return ended("not run")


def without_false_kills(
    workplace: Workplace, results: list[Result], seconds_max: float | None = None
) -> list[Result]:
    """
    Take back the kills by tests that fail without the fault as well.

    They run once more on the code as it is, the SQL written out anew as it is in a mutant.
    """
    killers = {result.killer for result in results if result.killer is not None}
    files = {result.place.file for result in results if result.place.language == "sql"}
    texts = {file: sql_mutants.unchanged(workplace.root, file) for file in sorted(files)}
    with workplace.holding(texts):
        ran = workplace.run(sorted(killers), seconds_max)
    failed = set(ran.failed) | (killers - set(ran.passed))
    return [result.without_kill() if result.killer in failed else result for result in results]
