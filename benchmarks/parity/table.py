"""
What engines answered, relation by relation, as a table in Markdown.

    python -m benchmarks.parity.table build/parity/*.json > benchmarks/parity/found.md
"""

import json
import sys
from pathlib import Path

TITLE = """# What engines answered

Every relation on the store of `benchmarks/parity/history.py`, beside DuckDB's own rows: equal in
all of them to 1e-9, in the seconds that the engine took to plan and to answer.
"""


def main(paths):
    """Print a row for each relation: its rows, and of each engine the seconds or what differs."""
    read = [json.loads(Path(path).read_text(encoding="utf-8")) for path in paths]
    engines: dict[str, dict[str, dict]] = {}
    for one in read:
        lines = {line["relation"]: line for line in one["relations"]}
        engines.setdefault(one["engine"], {}).update(lines)
    names = list(dict.fromkeys(name for lines in engines.values() for name in lines))
    print(TITLE)
    rows = ["relation", "rows", *engines]
    print(f"| {' | '.join(rows)} |\n|{'---|' * len(rows)}")
    for name in names:
        found = [lines.get(name) for lines in engines.values()]
        counts = [line["rows"] for line in found if line and line["rows"] is not None]
        cells = [_said(line) for line in found]
        print(f"| `{name}` | {counts[0] if counts else ''} | {' | '.join(cells)} |")


def _said(line):
    """Return in a cell what an engine said: equal in so many seconds, refused, or other."""
    if line is None:
        return "not asked"
    if line["refused"]:
        return "refused"
    return "differs" if line["differs"] else f"equal, {line['seconds']:.1f} s"


if __name__ == "__main__":
    main(sys.argv[1:])
