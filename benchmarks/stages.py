"""
Where a command spends its CPU-seconds: ``python -m benchmarks.stages OUTPUT WORK ARGUMENT...``.

Runs ``evalstore ARGUMENT...`` while watching the functions that STAGES names for WORK, and writes
the CPU-seconds of each stage to OUTPUT as JSON. The product holds no clocks.
"""

import atexit
import functools
import importlib._bootstrap as importing
import inspect
import json
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

from benchmarks.harness import table

# A stage, the module that calls a function, and the function's name there.
Stages = tuple[tuple[str, str, str], ...]
FOLD: Stages = (
    ("fold: recover", "evalstore.store.log.recovery", "recover"),
    ("fold: read, hash", "evalstore.store.log.incoming", "read"),
    ("fold: drop duplicates", "evalstore.store.log.incoming", "assign_revisions"),
    ("fold: assign positions", "evalstore.store.log.incoming", "assign_positions"),
    ("fold: segment", "evalstore.store.log.incoming", "read_payloads"),
    ("fold: segment", "evalstore.store.log.segment", "write"),
    ("fold: segment", "evalstore.store.log.segment", "sha256_of"),
    ("fold: facts", "evalstore.store.log.recovery", "compute_facts"),
    ("fold: digests", "evalstore.store.log.recorded_facts", "extend_tree"),
    ("fold: commit", "evalstore.store.log.recovery", "record"),
)
TAKE: Stages = (
    ("hash the file", "evalstore.harnesses.ingest", "source_of"),
    ("validate, redact", "evalstore.events.classify", "classify"),
    ("inbox", "evalstore.harnesses.outbox", "Outbox._write"),
    ("inbox", "evalstore.store.log.inbox", "InboxWriter.publish"),
    *FOLD,
)
RECORDS: Stages = (
    ("map", "evalstore.harnesses.pipeline", "Pipeline._map"),
    ("compare figures", "evalstore.harnesses.reported", "compared"),
    *TAKE,
)
CHECK: Stages = (
    ("check definitions", "evalstore.store.verify.integrity", "definition_problems"),
    ("check facts", "evalstore.store.verify.integrity", "fact_problems"),
)
REPORT: Stages = (
    *CHECK,
    ("gather", "evalstore.reviews.report.report", "gather"),
    ("charts", "evalstore.reviews.report.report", "with_charts"),
    ("sections", "evalstore.reviews.report.report", "with_sections"),
    ("cases", "evalstore.reviews.report.report", "with_all_cases"),
    ("page", "evalstore.reviews.report.report", "page_of"),
)
STAGES: dict[str, Stages] = {
    "event lines": (
        ("cut into pieces", "evalstore.harnesses.event_lines", "pieces"),
        ("read", "evalstore.harnesses.event_lines", "read_candidates"),
        *TAKE,
    ),
    "inspect logs": (
        ("unpack, decode", "evalstore.harnesses.inspect.eval_archive", "EvalArchive.sample"),
        ("build records", "evalstore.harnesses.inspect.samples", "record_text"),
        *RECORDS,
    ),
    "records": (("read records", "evalstore.harnesses.pipeline", "_batches"), *RECORDS),
    "reader": (("read", "benchmarks.ratios.parts", "read"),),
    "ece": (("query", "benchmarks.ratios.parts", "query"),),
    "gate": (
        ("read the configuration", "evalstore.gates.run_gates", "configured"),
        *CHECK,
        ("decide", "evalstore.gates.evaluate", "evaluate"),
        ("record", "evalstore.gates.run_gates", "record_decisions"),
    ),
    "report": REPORT,
    "site": (
        *REPORT,
        ("suites", "evalstore.reviews.site.build", "_write_suite"),
        ("index", "evalstore.reviews.site.build", "_write_index"),
    ),
    "chart": (
        *CHECK,
        ("build", "evalstore.reviews.charts.render", "chart_for"),
        ("draw", "evalstore.reviews.charts.render", "drawn"),
    ),
    "compare": (*CHECK, ("pair", "evalstore.statistics.comparison", "paired")),
    "runs": (),
}
IMPORTS, REST = "imports", "rest"
# Works that are a part of a command, and not a whole one.
PARTS = ("reader", "ece")


class Watch:
    """CPU-seconds by stage; what one stage calls of another counts for that one alone."""

    def __init__(self) -> None:
        self.cpu_s: dict[str, float] = defaultdict(float)
        self._running: list[str] = []
        self._since_s = 0.0
        # CPU-seconds of watched functions in other threads, counted there.
        self._elsewhere_s = 0.0

    def _switch(self) -> None:
        now_s = time.process_time() - self._elsewhere_s
        stage = self._running[-1] if self._running else REST
        self.cpu_s[stage] += now_s - self._since_s
        self._since_s = now_s

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count what happens inside for this stage; in another thread, that thread alone."""
        if threading.current_thread() is not threading.main_thread():
            started_s = time.thread_time()
            try:
                yield
            finally:
                spent_s = time.thread_time() - started_s
                self.cpu_s[name] += spent_s
                self._elsewhere_s += spent_s
            return
        self._switch()
        self._running.append(name)
        try:
            yield
        finally:
            self._switch()
            self._running.pop()

    def watched(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, watched; of a generator each step is."""

        @functools.wraps(function)
        def steps(*given: Any, **named: Any) -> Iterator[Any]:
            made = function(*given, **named)
            while True:
                with self.stage(name):
                    try:
                        item = next(made)
                    except StopIteration:
                        return
                yield item

        @functools.wraps(function)
        def call(*given: Any, **named: Any) -> Any:
            with self.stage(name):
                return function(*given, **named)

        return steps if inspect.isgeneratorfunction(function) else call

    def closed(self) -> dict[str, float]:
        """Return the CPU-seconds by stage so far; what is in no stage comes last."""
        self._switch()
        rest_s = self.cpu_s.pop(REST)
        return {**self.cpu_s, REST: rest_s}


def watch_all(watch: Watch, stages: Stages) -> None:
    """Put watched functions in the places of those of the product, and watch imports."""
    # The interpreter calls this function for each module that is not loaded yet.
    load = "_find_and_load"
    setattr(importing, load, watch.watched(IMPORTS, getattr(importing, load)))
    for stage, module_name, path in stages:
        holder_path, _, name = path.rpartition(".")
        module = import_module(module_name)
        holder = attrgetter(holder_path)(module) if holder_path else module
        setattr(holder, name, watch.watched(stage, getattr(holder, name)))


def print_stages(cpu_s: Mapping[str, float]) -> None:
    """Print the CPU-seconds of each stage and its share of all."""
    total_s = sum(cpu_s.values())
    rows = [(name, f"{value:.2f}", f"{value / total_s:.0%}", "") for name, value in cpu_s.items()]
    table("By stage", ("stage", "CPU s", "share", ""), [*rows, ("all", f"{total_s:.2f}", "", "")])


def spend(cpu_s: float) -> None:
    """Spend CPU-seconds, as a slower command would."""
    until_s = time.process_time() + cpu_s
    while time.process_time() < until_s:
        pass


def main() -> None:
    """Run the command; write CPU-seconds by stage as JSON when it ends."""
    output, work, *arguments = sys.argv[1:]
    watch = Watch()

    def end() -> None:
        spend(float(os.environ.get("PLANTED_SLOWDOWN", "0")) * time.process_time())
        Path(output).write_text(json.dumps(watch.closed()), encoding="utf-8")

    atexit.register(end)
    watch_all(watch, STAGES[work])
    program = import_module("benchmarks.ratios.parts" if work in PARTS else "evalstore.cli")
    sys.argv = ["evalstore", *arguments]
    program.main()


if __name__ == "__main__":
    main()
