"""
A store in which everything occurs that engines may see in another way, made in several folds.

    python -m benchmarks.parity.history STORE

Odd names, times with microseconds, several attempts, errors, revisions, verdicts on earlier
revisions, retractions from other runs and ones that are undone, sources that come twice, and
payloads that were taken out.
"""

import sys
from pathlib import Path

from benchmarks.parity.names import SYSTEMS
from benchmarks.parity.quizzes import quiz
from benchmarks.parity.records import decisions, drift, figures, groups
from evalstore.harnesses.append import append_events
from evalstore.store import connections
from evalstore.store.facts.rebuild import rebuild
from evalstore.store.layout import Layout
from evalstore.store.log import segment
from evalstore.store.log.fold import fold

# One in so many events of the first fold is revised, retracted or taken out.
REVISED_EVERY, RETRACTED_EVERY, REDACTED_EVERY = 9, 31, 23
IDS = """
    select event_id::varchar as event_id, kind, run_id, payload::varchar as payload
    from log.events
    where kind = any ($kinds)
    order by position
"""
TAKEN = """
    select event_id::varchar from log.events
    where kind in ('case_generated', 'response_recorded', 'verdict_recorded')
        and run_id like 'run 03%'
        and position % $every = 7
"""


def build(store, *, is_small=False):
    """Make the store in a fresh folder."""
    layout = Layout(Path(store))
    layout.create()
    numbers = range(2) if is_small else range(4)
    first = [
        line for number in numbers for line in quiz(number, case_count=14 if is_small else None)
    ]
    for line in first:
        if line["payload"].get("case_id") == "c 2" and line["kind"] == "response_recorded":
            line["payload"]["attempt"] = float(line["payload"]["attempt"])
    _add(layout, first, "first")
    more = [*quiz(8, case_count=9, attempts=2), *quiz(9, case_count=12)]
    more += [*drift(1), *drift(2), *decisions("run 01 ü")]
    more += [*figures("run 00 ü", SYSTEMS[0]), *figures("run 01 ü", SYSTEMS[0]), *groups()]
    # A part of what came already is no event of its own again.
    _add(layout, [*more, *first[:50]], "second")
    _take_out(layout)
    _add(layout, list(_corrections(layout)), "third")
    _add(layout, list(_undone(layout)), "fourth")
    return layout


def _add(layout, events, source):
    append_events(layout, events, source=source)
    fold(layout)


def _rows(layout, statement, **parameters):
    with connections.attached_for_reading(layout) as connection:
        return connection.execute(statement, parameters).fetchall()


def _corrections(layout):
    """Yield newer revisions of answers, verdicts on the older ones, and retractions."""
    import json

    kinds = ["response_recorded", "verdict_recorded", "case_generated"]
    rows = _rows(layout, IDS, kinds=kinds)
    for place, (event_id, kind, run_id, text) in enumerate(rows):
        if text is None:
            continue
        payload = json.loads(text)
        if place % REVISED_EVERY == 0 and kind == "response_recorded":
            changed = payload | {"text": f"{payload.get('text')} again", "turns": None}
            # Half of the revisions leave what was said as it was.
            if place % 2:
                changed = payload | {"latency_ms": 7.5}
            yield {"kind": kind, "run_id": run_id, "payload": changed}
            about = {name: payload.get(name) for name in ("case_id", "system_id", "attempt")}
            if place % 5 == 0 and payload.get("value_dim") is None:
                verdict = {"validator_id": "late", "outcome": "right", "reason": "of the first"}
                verdict["response_event_id"] = event_id.upper() if place % 3 else event_id
                yield {
                    "kind": "verdict_recorded", "run_id": run_id, "payload": about | verdict,
                }  # fmt: skip
        elif place % REVISED_EVERY == 4 and kind == "verdict_recorded":
            yield {
                "kind": kind, "run_id": run_id,
                "payload": payload | {"outcome": "wrong", "edit": {"by": "x"}},
            }  # fmt: skip
        elif place % RETRACTED_EVERY == 0:
            reason = {"event_id": event_id, "reason": "mistaken"}
            run = run_id if place % 2 else "review"
            yield {"kind": "retracted", "run_id": run, "payload": reason}


def _undone(layout):
    """Yield retractions of every third retraction."""
    for place, (event_id, _, _, _) in enumerate(_rows(layout, IDS, kinds=["retracted"])):
        if place % 3 == 0:
            yield {
                "kind": "retracted", "run_id": "review",
                "payload": {"event_id": event_id, "reason": "it stands after all"},
            }  # fmt: skip


def _take_out(layout):
    """Take payloads out of the segments, as a redaction does, and make the database again."""
    taken = [row[0] for row in _rows(layout, TAKEN, every=REDACTED_EVERY)]
    for path in segment.on_disk(layout):
        with connections.connect() as connection:
            footer = segment.read_footer(connection, path).to_json()
            connection.execute(
                "create table t as select * replace "
                "(if(list_contains($event_ids, event_id::varchar), null, payload) as payload) "
                f"from '{path}'",
                {"event_ids": taken},
            )
            connection.execute(
                f"copy t to '{path}' (format parquet, kv_metadata {{evalstore: $footer}})",
                {"footer": footer},
            )
    rebuild(layout)


if __name__ == "__main__":
    build(sys.argv[1])
