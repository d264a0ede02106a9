"""
Cards of published graphs: CPU-seconds, peak memory, time to the first card, cards per label.

The graphs are those of ``card_graphs`` that are there.
"""

import json
import sys
import tempfile
from pathlib import Path

from benchmarks import harness
from benchmarks.card_graphs import CARD_GRAPHS

PER_LABEL = (30, 200)
MAKE = """
import json, sys, time
from collections import Counter
from pathlib import Path
from evalstore.suites import epistemic
from evalstore.plugins.progress import progress_reported
settings = json.loads(sys.argv[1])
first_s = []
with progress_reported(lambda done, total: first_s or first_s.append(time.process_time())):
    cards = list(epistemic.cases("benchmark", ("epistemic",), None, settings))
found = Counter(card.label for card in cards)
Path(sys.argv[2]).write_text(json.dumps({"first_s": first_s, "found": found}))
"""


def main() -> int:
    """Print what the cards of each graph cost, and how many there are."""
    rows = [
        _row(graph.name, per_label, {**graph.settings, "per_label": per_label, "time_limit": 0})
        for graph in CARD_GRAPHS
        if graph.is_present
        for per_label in PER_LABEL
    ]
    columns = ("graph", "per label", "CPU s", "first card", "peak MB", "E", "C", "U", "to reach")
    harness.table("cards of published graphs", columns, rows)
    return 0


def _row(name: str, per_label: int, settings: dict[str, object]) -> tuple[str, ...]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "found.json"
        cost = harness.cost_of([sys.executable, "-c", MAKE, json.dumps(settings), path])
        found = json.loads(path.read_text(encoding="utf-8"))
    first_s = f"{found['first_s'][0]:.1f}" if found["first_s"] else "-"
    counts = (str(found["found"].get(label, 0)) for label in "ECU")
    return (
        name, str(per_label), f"{cost.cpu_s:.1f}", first_s, f"{cost.rss_mb:.0f}", *counts,
        "first card in 10 CPU s",
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
