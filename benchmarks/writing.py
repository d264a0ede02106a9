"""Recording from Python: a case, a response and a verdict each, beside lists and JSON Lines."""

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.harness import ROOT, Cost, alternated, compare, cost_of, table

ANSWERS = 100_000
EVENTS_EACH = 3
SYNC_LINES = 5_000
SAMPLES = 4
SURE = 0.3
PROMPT = "A question of some length, as they are, about the number {0}? " * 3
TEXT = "An answer of some length, with its reasons, that ends in the number {0}. " * 5


def rows(count):
    """Yield what a loop has in hand after each call of its model."""
    for number in range(count):
        yield PROMPT.format(number), str(number % 7), TEXT.format(number), number % 100 / 100


def events(question, expected, text, confidence):
    """Return the same as event lines have it, made by hand."""
    key = {"case_id": str(hash(question)), "system_id": "v2"}
    return (
        {"kind": "case_generated", "run_id": "r", "payload": {
            "case_id": key["case_id"], "domain": "sums", "prompt": question, "expected": expected,
        }},
        {"kind": "response_recorded", "run_id": "r", "payload": {
            **key, "status": "ok", "text": text, "confidence": confidence, "latency_ms": 12.5,
        }},
        {"kind": "verdict_recorded", "run_id": "r", "payload": {
            **key, "validator_id": "exact", "outcome": "right" if confidence > SURE else "wrong",
            "reason": "exact match",
        }},
    )  # fmt: skip


def appended(_folder, count, watch):
    """Append to a list: what any way of keeping them costs at least."""
    kept = []
    for number, row in enumerate(rows(count)):
        kept.extend(events(*row))
        watch.look(number)


def written(encode, sync_lines):
    """Return a side that writes JSON Lines, synchronised every so many lines or never."""

    def side(folder, count, watch):
        with (folder / "events.ndjson").open("wb") as file:
            unsynced = 0
            for number, row in enumerate(rows(count)):
                for event in events(*row):
                    file.write(encode(event))
                unsynced += EVENTS_EACH
                if sync_lines and unsynced >= sync_lines:
                    file.flush()
                    os.fsync(file.fileno())
                    unsynced = 0
                watch.look(number)

    return side


def with_json(event):
    return json.dumps(event).encode() + b"\n"


def with_orjson(event):
    import orjson

    return orjson.dumps(event, option=orjson.OPT_APPEND_NEWLINE)


def recorded(folder, count, watch):
    """Record through ``Store.run``: validated, durable, and folded in the end."""
    import evalstore

    store = evalstore.open(folder / "warehouse", create=True)
    watch.start(count)
    with store.run(suite="benchmark", systems=["v2"], git=False) as run:
        for number, (question, expected, text, confidence) in enumerate(rows(count)):
            case = run.case(prompt=question, expected=expected, domain="sums")
            response = case.response(text, confidence=confidence, latency_ms=12.5)
            response.verdict("exact", confidence > SURE, reason="exact match")
            watch.look(number)
        watch.stop()
        run.flush()
        watch.durable_s = time.process_time() - watch.process_s


SIDES = {
    "a list": appended,
    "JSON Lines, json": written(with_json, None),
    "JSON Lines, orjson": written(with_orjson, None),
    "JSON Lines, json, fsync": written(with_json, SYNC_LINES),
    "JSON Lines, orjson, fsync": written(with_orjson, SYNC_LINES),
    "evalstore": recorded,
}


class Watch:
    """CPU-seconds of the thread that loops, and memory as it goes on."""

    def __init__(self, count):
        self.durable_s = 0.0
        self.memory_mb = []
        self.thread_s = None
        self.start(count)

    def start(self, count):
        """Begin to count, after what is done once."""
        self.sampled = {count * part // SAMPLES - 1 for part in range(1, SAMPLES + 1)}
        self.started_s, self.process_s = time.thread_time(), time.process_time()

    def look(self, number):
        """Note the memory in use at a quarter, a half and so on."""
        if number in self.sampled:
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            self.memory_mb.append(pages * resource.getpagesize() / 1e6)

    def stop(self):
        """End of the loop."""
        if self.thread_s is None:
            self.thread_s = time.thread_time() - self.started_s


def measured(name, count, figures):
    """Run one side in this process and leave its figures in a file."""
    watch = Watch(count)
    with tempfile.TemporaryDirectory() as folder:
        SIDES[name](Path(folder), count, watch)
        watch.stop()
    figures.write_text(json.dumps([watch.thread_s, watch.durable_s, watch.memory_mb]))


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=ANSWERS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--side", choices=SIDES)
    parser.add_argument("--figures", type=Path)
    options = parser.parse_args()
    if options.side:
        measured(options.side, options.answers, options.figures)
        return
    found = {name: [] for name in SIDES}

    def side(name):
        def run() -> Cost:
            with tempfile.NamedTemporaryFile(suffix=".json") as figures:
                command = [sys.executable, "-m", "benchmarks.writing", "--side", name]
                answers = ["--answers", str(options.answers), "--figures", figures.name]
                cost = cost_of([*command, *answers], cwd=ROOT)
                found[name].append(json.loads(Path(figures.name).read_text()))
            return cost

        return run

    costs = alternated({name: side(name) for name in SIDES}, options.rounds)
    event_count = options.answers * EVENTS_EACH
    compare(f"{event_count} events, start and end included", costs, "JSON Lines, json, fsync")
    print_callers(found, event_count)


def print_callers(found, event_count):
    """Print what the thread that loops pays, and whether memory grows."""
    medians = {name: sorted(figures)[len(figures) // 2] for name, figures in found.items()}
    base = medians["JSON Lines, json"][0]
    lines = [
        (
            name,
            f"{thread_s / event_count * 1e6:.1f}",
            f"{thread_s / base:.2f}",
            f"{durable_s:.1f}" if durable_s else "-",
            ", ".join(f"{mb:.0f}" for mb in memory_mb),
        )
        for name, (thread_s, durable_s, memory_mb) in medians.items()
    ]
    columns = ("side", "us an event", "ratio", "CPU s, all durable", "MB by quarters")
    table("the thread that loops", columns, lines)


if __name__ == "__main__":
    main()
