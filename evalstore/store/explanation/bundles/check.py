"""Check this bundle: `pip install duckdb; python check.py [SHA256 of SHA256SUMS]`."""

import json
import math
import os
import sys
import uuid
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import duckdb

IDENTITY = "kind run_id subject schema_version supersedes payload_hash"
LEAF = """event_id kind run_id subject revision supersedes schema_version occurred_at_us
    recorded_at_us source payload_hash"""


def _member_problems(expected: str) -> Iterator[str]:
    data = Path("SHA256SUMS").read_bytes()
    sums = {line[66:]: line[:64] for line in data.decode().splitlines()}
    sums["SHA256SUMS"] = expected.lower() or sha256(data).hexdigest()
    for name in sorted({*sums, *os.listdir()}):
        if (digest := sha256(Path(name).read_bytes()).hexdigest()) != sums.get(name):
            yield f"{name}: its SHA-256 is {digest}, expected {sums.get(name)}"


def _fields(event: dict[str, Any], names: str) -> bytes:
    texts = [None if event[name] is None else str(event[name]) for name in names.split()]
    return "".join("-1:" if t is None else f"{len(t.encode())}:{t}" for t in texts).encode()


def _event_problems(event: dict[str, Any]) -> Iterator[str]:
    place = f"events.jsonl: the event at position {event['position']} has another"
    if not event["withheld"]:
        salt = bytes.fromhex(event["payload_salt"] or "")
        if sha256(salt + event["payload"].encode()).hexdigest() != event["payload_hash"]:
            yield f"{place} payload hash"
    if event["withheld"] != "hashes":
        digest = bytearray(sha256(_fields(event, IDENTITY)).digest()[:16])
        digest[6], digest[8] = digest[6] & 15 | 128, digest[8] & 63 | 128
        if str(uuid.UUID(bytes=bytes(digest))) != event["event_id"]:
            yield f"{place} id"
        if sha256(b"\0" + _fields(event, LEAF)).hexdigest() != event["leaf_hash"]:
            yield f"{place} leaf hash"


def _log_problems(bundle: dict[str, Any], events: list[dict[str, Any]]) -> Iterator[str]:
    if [[event["position"], event["withheld"]] for event in events] != bundle["events"]:
        yield "events.jsonl: other events, or others without payload, than bundle.json lists"
    checkpoint = json.loads(Path("checkpoint.json").read_text("utf-8"))
    if any(checkpoint[name] != bundle[name] for name in ("tree_size", "root")):
        yield "checkpoint.json: another log than that of bundle.json"


def _are_equal(left: Any, right: Any) -> bool:
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(_are_equal, left, right))
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-9) or str(left) == str(right)
    return type(left) is type(right) and left == right


def _number_problems(bundle: dict[str, Any], events: list[dict[str, Any]]) -> Iterator[str]:
    with duckdb.connect() as database:
        for name in bundle["tables"]:  # number.sql reads these tables, and no file.
            database.execute(f'create table "{name}" as from read_parquet(?)', [name])
        database.execute("set enable_external_access = false; set lock_configuration = true")
        if database.sql('from "events.parquet"').fetchall() != [(*e.values(),) for e in events]:
            yield "events.parquet: not the events of events.jsonl"
        rows = database.execute(Path("number.sql").read_text("utf-8")).fetchall()
        if not _are_equal(json.loads(json.dumps(rows, default=str)), bundle["numbers"]):
            yield f"number.sql: gives {rows}, but bundle.json states {bundle['numbers']}"
        for name in bundle["tables"][1:]:
            counted = database.sql("from explained_rows order by row_number").fetchall()
            if not _are_equal(counted, database.sql(f'from "{name}"').fetchall()):
                yield f"{name}: not the rows that number.sql counts"


def _main(expected: str = "") -> None:
    bundle = json.loads(Path("bundle.json").read_text("utf-8"))
    events = [json.loads(line) for line in Path("events.jsonl").read_bytes().splitlines()]
    of_events = (problem for event in events for problem in _event_problems(event))
    later = (of_events, _log_problems(bundle, events), _number_problems(bundle, events))
    if problems := next(filter(None, map(list, (_member_problems(expected), *later))), None):
        sys.exit("\n".join(problems))
    numbers = [dict(zip(bundle["columns"], row, strict=True)) for row in bundle["numbers"]]
    positions = [str(event["position"]) for event in events if event["withheld"]]
    told = f"{len(positions)} events with a payload that cannot be checked: {' '.join(positions)}"
    root = f"n: {len(events)} events of {bundle['tree_size']}; stated root: {bundle['root']}"
    sys.stdout.write("\n".join((bundle["metric"], *map(str, numbers), told.strip(), root, "")))


if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parent)
    try:
        _main(*sys.argv[1:2])
    except (ArithmeticError, LookupError, OSError, TypeError, ValueError, duckdb.Error) as error:
        sys.exit(f"{type(error).__name__}: {error}")
