"""
Judging by a scripted model, killed and resumed: ``python -m benchmarks.model_judge``.

The model is a server of its own process on loopback, which answers at once and counts every
question. Ours is the command ``judge``, whose CPU-seconds are divided by the requests; beside it
stand requests of that size sent by the bare client library ``openai``. One call is killed by
SIGKILL on the way; the same command goes on. What is asked twice was in flight at that moment.

``--flags`` asks no model: it prints how many texts of the tests' fixtures, and of replies that
people labelled (``$EVALSTORE_REAL_DATA/judging``), are said to give orders to their judge.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from benchmarks.harness import ROOT, compare, cost_of
from benchmarks.judge import RUN, payloads, run_events
from evalstore.running.model_calls.instructions import has_instructions

CONCURRENCY = 8
TEXT_CHARACTERS_MIN = 30
REPLY = json.dumps({"reason": "The sum is the one of the reference.", "verdict": "right"})
BARE = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
import openai
client = openai.OpenAI(base_url=sys.argv[1], api_key="none", max_retries=0)
def ask(number):
    text = f"{number} " + "x" * 2500
    client.chat.completions.create(model="bare", messages=[{"role": "user", "content": text}])
with ThreadPoolExecutor(int(sys.argv[3])) as pool:
    list(pool.map(ask, range(int(sys.argv[2]))))
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--serve", action="store_true", help="Be the scripted model.")
    parser.add_argument("--flags", action="store_true", help="Count texts that are flagged.")
    given = parser.parse_args()
    if given.flags:
        print_flags()
        return
    if given.serve:
        serve()
        return
    model = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.model_judge", "--serve"],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert model.stdout is not None
        url = model.stdout.readline().strip()
        with tempfile.TemporaryDirectory() as folder:
            measure(Path(folder), url, given.count)
    finally:
        model.terminate()
        model.wait()


def print_flags() -> None:
    """Print how many texts are flagged, folder by folder; those of the injections are left out."""
    places = {"fixtures": ROOT / "tests/fixtures"}
    if "EVALSTORE_REAL_DATA" in os.environ:
        places["labelled replies"] = Path(os.environ["EVALSTORE_REAL_DATA"], "judging")
    for name, folder in places.items():
        texts = [
            text
            for path in sorted(folder.rglob("*.json*"))
            for line in _documents(path)
            for text in _texts(line)
        ]
        flagged = [text for text in texts if has_instructions(text)]
        print(f"{name}: {len(flagged)} of {len(texts):,} above {TEXT_CHARACTERS_MIN} characters")
        for text in flagged:
            print(f"  {text[:100]!r}")


def _documents(path: Path) -> Iterator[object]:
    text = path.read_text(encoding="utf-8")
    try:
        yield json.loads(text)
    except ValueError:
        yield from (json.loads(line) for line in text.splitlines() if line.strip())


def _texts(value: object) -> Iterator[str]:
    """Yield the texts in a value, whatever holds them."""
    if isinstance(value, str) and len(value) > TEXT_CHARACTERS_MIN:
        yield value
    elif isinstance(value, (dict, list)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def measure(folder: Path, url: str, count: int) -> None:
    """Judge a run whole, judge another one with a kill on the way, and print what was asked."""
    config = folder / "evalstore.toml"
    config.write_text(
        f'[validators.model_judge]\nbase_url = "{url}"\nmodel = "scripted"\nkey_variable = ""\n'
        f"concurrency = {CONCURRENCY}\n",
        encoding="utf-8",
    )
    for name in ("whole", "killed"):
        make_store(folder / name, count)
    whole = cost_of(command(folder / "whole", config))
    asked = counts(url)
    assert (count, count) == (asked["questions"], asked["requests"]), asked
    again = cost_of([*command(folder / "whole", config), "--again"])
    assert count == counts(url)["requests"], "a question was asked again"
    bare = cost_of([sys.executable, "-c", BARE, url, str(count), str(CONCURRENCY)])
    costs = {"judge": whole, "judge again, out of the log": again, "bare openai client": bare}
    compare(f"Judge {count:,} replies by a scripted model", costs, "bare openai client")
    for name, cost in costs.items():
        print(f"  {name}: {1000 * cost.cpu_s / count:.2f} CPU ms a request")
    kill_and_resume(folder, config, url, count)


def kill_and_resume(folder: Path, config: Path, url: str, count: int) -> None:
    """Kill a call where a third is judged, let the same command go on, and count the questions."""
    # Another model, so that no question is that of the first store.
    other = [*command(folder / "killed", config), "--set", "model=killed"]
    before = counts(url)
    process = subprocess.Popen(other, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while counts(url)["requests"] < before["requests"] + count // 3:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(0.5)
    killed = counts(url)
    cost_of(other)
    after = counts(url)
    twice = (after["requests"] - before["requests"]) - count
    print(
        f"  killed after {killed['requests'] - before['requests']:,} questions, then "
        f"{after['requests'] - killed['requests']:,}: asked twice {twice}, in flight at the kill "
        f"at most {CONCURRENCY}"
    )
    assert 0 <= twice <= CONCURRENCY, twice


def command(store: Path, config: Path) -> list[str]:
    """Return the command that judges the run of a store."""
    return [
        sys.executable, "-m", "evalstore", "judge", RUN, "--validator", "model_judge",
        "--store", str(store), "--config", str(config),
    ]  # fmt: skip


def make_store(root: Path, count: int) -> None:
    """Make a store with a run of another tool."""
    # Not imported above: the process that measures stays small.
    from evalstore.harnesses.append import append_events
    from evalstore.store.layout import Layout
    from evalstore.store.log.fold import fold

    layout = Layout(root)
    layout.create()
    append_events(layout, run_events(*payloads(count)), source="benchmark")
    fold(layout)


def counts(url: str) -> dict[str, int]:
    """Return how many requests came, and how many different questions they asked."""
    with urllib.request.urlopen(url) as answer:
        found: dict[str, int] = json.load(answer)
    return found


def serve() -> None:
    """Answer every question at once; tell the counts to whoever gets."""
    asked: Counter[str] = Counter()
    lock = threading.Lock()
    body = json.dumps(
        {
            "model": "scripted-1",
            "choices": [{"finish_reason": "stop", "message": {"content": REPLY}}],
            "usage": {"prompt_tokens": 600, "completion_tokens": 20},
        }
    ).encode()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Else small answers wait for an acknowledgement.
        wbufsize = -1

        def do_POST(self) -> None:
            question = self.rfile.read(int(self.headers["content-length"]))
            with lock:
                asked[question.decode()] += 1
            self._say(body)

        def do_GET(self) -> None:
            with lock:
                told = {"questions": len(asked), "requests": asked.total()}
            self._say(json.dumps(told).encode())

        def _say(self, text: bytes) -> None:
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)
            self.wfile.flush()

        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    # A client that is killed breaks its connections off.
    server.handle_error = lambda *_arguments: None  # type: ignore[method-assign]
    print(f"http://127.0.0.1:{server.server_address[1]}/v1", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
