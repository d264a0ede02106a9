"""Check this bundle: `pip install duckdb; python check.py [SHA256 of SHA256SUMS]`."""

import json
import os
import runpy
import sys
from collections.abc import Iterator
from contextlib import chdir
from hashlib import sha256
from pathlib import Path
from typing import Any

import duckdb

LOG = ("run_id", "metric", "tree_size", "root")
DROP = ("value", "paired_count", "baseline_only_count", "run_only_count")


def _member_problems(expected: str) -> Iterator[str]:
    data = Path("SHA256SUMS").read_bytes()
    sums = {line[66:]: line[:64] for line in data.decode().splitlines()}
    sums["SHA256SUMS"] = expected.lower() or sha256(data).hexdigest()
    files = (path.as_posix() for path in Path().rglob("*") if path.is_file())
    for name in sorted({*sums, *files}):
        if (digest := sha256(Path(name).read_bytes()).hexdigest()) != sums.get(name):
            yield f"{name}: its SHA-256 is {digest}, expected {sums.get(name)}"


def _stated(folder: str, payload: dict[str, Any]) -> dict[str, Any]:
    stated: dict[str, Any] = json.loads(Path(folder, "bundle.json").read_text("utf-8"))
    if different := [n for n in LOG if (stated | stated["selection"])[n] != payload[n]]:
        raise ValueError(f"{folder}: another {different[0]} than that of the decision")
    return stated


def compared(bundle: dict[str, Any], payload: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield what a decision recorded: name, value, and the value that the numbers give."""
    part, _, value = payload["slice"].partition("=")
    about = {name: payload.get(name) or "" for name in ("system_id", "validator_id", "variant")}
    about |= {"slice_name": part, "slice_value": value}
    run, baseline = (bundle["numbers"].get(payload.get(f"{n}run_id")) for n in ("", "baseline_"))
    stated = _stated(run, payload)
    named = (dict(zip(stated["columns"], row, strict=True)) for row in stated["numbers"])
    [row] = [r for r in named if all((r.get(k, v) or "") == v for k, v in about.items())]
    yield "value", payload["value"], row[payload["metric"]]
    yield "n", payload["count"], row["scored_count"]
    if row.get("ci_low") is not None:
        yield "interval", payload["interval"], [row["ci_low"], row["ci_high"]]
    if not payload.get("drop") or not baseline or not Path("drop.sql").exists():
        return
    _stated(baseline, payload | {"run_id": payload["baseline_run_id"]})
    with duckdb.connect() as own:
        for name, at in (("run_rows", run), ("baseline_rows", baseline)):
            own.execute(f"create table {name} as from read_parquet(?)", [f"{at}/rows.parquet"])
        for key, item in (about | {"sign": 1 if bundle["better"] == "lower" else -1}).items():
            own.execute(f"set variable {key} = $value", {"value": item})
        own.execute("set enable_external_access = false; set lock_configuration = true")
        [found] = own.execute(Path("drop.sql").read_text("utf-8")).fetchall()
    yield from ((f"drop {n}", payload["drop"][n], v) for n, v in zip(DROP, found, strict=True))


def _problems(bundle: dict[str, Any], events: list[dict[str, Any]]) -> Iterator[str]:
    for folder in bundle["numbers"].values():
        with chdir(folder):  # Each number has its own check, which exits if it does not hold.
            check = runpy.run_path("check.py")
            check["_main"]()
    if [[event["position"], event["withheld"]] for event in events] != bundle["events"]:
        yield "events.jsonl: other events, or others without payload, than bundle.json lists"
    text = json.dumps(bundle["configuration"], sort_keys=True, separators=(",", ":")).encode()
    for event in events:
        yield from check["_event_problems"](event)
        payload = {**json.loads(event["payload"]), "run_id": event["run_id"]}
        if bundle["configuration"] and sha256(text).hexdigest() != payload["config_sha256"]:
            yield "bundle.json: not the configuration that the decision records"
        sys.stdout.write(f"{payload['gate_id']}, {payload['slice']}: {payload['decision']}\n")
        always = ("value", "n") if "value" in payload else ()
        names = {*always, *bundle["recomputed"][str(event["position"])]}
        for name, recorded, found in compared(bundle, payload) if names else ():
            sys.stdout.write(f"  {name}: decided on {recorded}, computed again {found}\n")
            if name in names and not check["_are_equal"](recorded, found):
                yield f"{name}: decided on {recorded}, but the numbers give {found}"
            names.discard(name)
        yield from (f"{name}: not computed again" for name in sorted(names))


def _main(expected: str = "") -> None:
    bundle = json.loads(Path("bundle.json").read_text("utf-8"))
    events = [json.loads(line) for line in Path("events.jsonl").read_bytes().splitlines()]
    found = (_member_problems(expected), _problems(bundle, events))
    if problems := next(filter(None, map(list, found)), None):
        sys.exit("\n".join(problems))
    sys.stdout.write(f"not computed again: {'; '.join(bundle['not_recomputed'])}\n")


if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parent)
    try:
        _main(*sys.argv[1:2])
    except (ArithmeticError, LookupError, OSError, TypeError, ValueError, duckdb.Error) as error:
        sys.exit(f"{type(error).__name__}: {error}")
