"""
Secrets in texts: shapes that no rule was made for, and what looking for secrets takes.

``probes/held_out_secrets.csv`` has a shape a line: ``<<...>>`` is what has to go, ``{n:class}`` so
many characters drawn from a class. It was written before the rules of the newest version.
"""

import csv
import json
import re
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import duckdb

from benchmarks.harness import table
from benchmarks.make_events import lines
from evalstore.events import prefilter, secrets

HELD_OUT = Path(__file__).parent / "probes" / "held_out_secrets.csv"
LINE_COUNT = 20_000
ROUNDS = 9
SECRET = re.compile(r"<<(.*?)>>", re.DOTALL)
MATCHES = "select count(*) from rows where regexp_matches(line, $1)"


def main() -> None:
    """Measure and print."""
    shapes = list(held_out())
    missed = [name for name, text in shapes if not is_gone(text)]
    seconds = list(costs())
    table(
        "Secrets",
        ("what", "count", "of", ""),
        [
            ("held-out shapes found", str(len(shapes) - len(missed)), str(len(shapes)), ""),
            *((name, f"{cpu_s:.2f}", "CPU s a million lines", "") for name, cpu_s in seconds),
        ],
    )
    print("missed:", ", ".join(missed))


def held_out() -> Iterator[tuple[str, str]]:
    """Yield names and texts, the secret between its marks."""
    random = Random(47)

    def drawn(match: re.Match[str]) -> str:
        signs = [chr(code) for code in range(33, 127) if re.match(f"[{match[2]}]", chr(code))]
        return "".join(random.choices(signs, k=int(match[1])))

    with HELD_OUT.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="|", quoting=csv.QUOTE_NONE):
            yield (
                row["name"],
                re.sub(r"\{(\d+):([^}]+)\}", drawn, row["text"]).replace("\\n", "\n"),
            )


def is_gone(marked: str) -> bool:
    """Return True if nothing between the marks is left."""
    text, found = secrets.redact(marked.replace("<<", "").replace(">>", ""))
    return bool(found) and all(secret not in text for secret in SECRET.findall(marked))


def costs() -> Iterator[tuple[str, float]]:
    """Yield what passing a million event lines takes, and redacting all their texts one by one."""
    events = list(islice(lines(4 * LINE_COUNT), LINE_COUNT))
    with duckdb.connect() as connection:
        connection.execute("set threads = 1")
        connection.execute("create table rows as select unnest($1) as line", [events])
        yield "prefilter", _least(lambda: connection.execute(MATCHES, [prefilter.MAY_HOLD_SECRET]))
    payloads = [json.loads(event)["payload"].values() for event in events]
    texts = [value for values in payloads for value in values if isinstance(value, str)]
    yield "redact", _least(lambda: [secrets.redact(text) for text in texts])


def _least(call: Callable[[], object]) -> float:
    """Return the least CPU-seconds of several calls, for a million lines."""
    taken = []
    for _ in range(ROUNDS):
        began = time.process_time()
        call()
        taken.append(time.process_time() - began)
    return min(taken) * 1e6 / LINE_COUNT


if __name__ == "__main__":
    main()
