"""
Where an ingest spends its CPU-seconds: ``python -m benchmarks.stages FILE STORE``.

The stages are functions of the product, watched from outside; the product holds no clocks.
"""

import functools
import inspect
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

# A stage, the module that calls a function, and the function's name there.
STAGES = (
    ("hash the file", "evalstore.harnesses.ingest", "source_of"),
    ("cut into pieces", "evalstore.harnesses.event_lines", "pieces"),
    ("read", "evalstore.harnesses.event_lines", "read_candidates"),
    ("validate, redact", "evalstore.events.classify", "classify"),
    ("inbox", "evalstore.harnesses.outbox", "Outbox._write"),
    ("inbox", "evalstore.store.log.inbox", "InboxWriter.publish"),
    ("fold: recover", "evalstore.store.log.recovery", "recover"),
    ("fold: read, hash", "evalstore.store.log.incoming", "read"),
    ("fold: drop duplicates", "evalstore.store.log.incoming", "assign_revisions"),
    ("fold: assign positions", "evalstore.store.log.incoming", "assign_positions"),
    ("fold: segment", "evalstore.store.log.incoming", "read_payloads"),
    ("fold: segment", "evalstore.store.log.segment", "write"),
    ("fold: segment", "evalstore.store.log.segment", "sha256_of"),
    ("fold: facts", "evalstore.store.log.recovery", "compute_facts"),
    ("fold: commit", "evalstore.store.log.recovery", "record"),
)


class Watch:
    """CPU-seconds by stage; what one stage calls of another counts for that one alone."""

    def __init__(self) -> None:
        self.cpu_s: dict[str, float] = defaultdict(float)
        self._running: list[str] = []
        self._since_s = time.process_time()

    def _switch(self) -> None:
        now_s = time.process_time()
        stage = self._running[-1] if self._running else "rest"
        self.cpu_s[stage] += now_s - self._since_s
        self._since_s = now_s

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count what happens inside for this stage."""
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


def watch_all(watch: Watch) -> None:
    """Put watched functions in the places of those of the product."""
    for stage, module_name, path in STAGES:
        holder_path, _, name = path.rpartition(".")
        module = import_module(module_name)
        holder = attrgetter(holder_path)(module) if holder_path else module
        setattr(holder, name, watch.watched(stage, getattr(holder, name)))


def main() -> None:
    """Ingest a file into a fresh store; print CPU-seconds by stage as JSON."""
    from evalstore.harnesses.ingest import ingest
    from evalstore.store.layout import Layout

    layout = Layout(Path(sys.argv[2]))
    layout.create()
    watch = Watch()
    watch_all(watch)
    with watch.stage("rest"):
        ingest(layout, [sys.argv[1]])
    json.dump(watch.cpu_s, sys.stdout)


if __name__ == "__main__":
    main()
