"""Bundles made, changed and checked, for the tests and for benchmarks/bundles.py."""

import hashlib
import json
import random
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import duckdb

from evalstore.store.explanation.bundles.texts import BundledEvent

# Runs the check.py of each folder where no module of this project can be imported.
RUNNER = """
import runpy, sys
modules, *arguments = sys.argv[1:]
sys.path.insert(0, modules)
sys.modules["evalstore"] = None
for argument in arguments:
    folder, _, told = argument.partition("|")
    sys.argv = ["check.py", *([told] if told else [])]
    try:
        runpy.run_path(folder + "/check.py", run_name="__main__")
    except SystemExit as ended:
        print("FOUND", str(ended.code).splitlines()[0])
    else:
        print("HOLDS")
"""
DATA = ("README.txt", "bundle.json", "checkpoint.json", "events.jsonl", "events.parquet",
        "number.sql", "rows.parquet", "SHA256SUMS")  # fmt: skip


def bundled(payload):
    """Return an event of a bundle with this payload, without salt."""
    return BundledEvent(
        3, "0" * 8 + "-0000-8000-8000-" + "0" * 12, "response_recorded", "r", "s", 1, None, 1,
        None, 0, "file", payload, None, "h", "l",
    )  # fmt: skip


def unpacked(archive, folder):
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(archive) as file:
        file.extractall(folder)
    return folder


def checked(folders, modules, told=""):
    """Return the outputs of check.py in each folder, in a process with duckdb and nothing else."""
    modules.mkdir(exist_ok=True)
    for name in ("duckdb", "_duckdb"):
        for path in Path(duckdb.__file__).parents[1].glob(f"{name}*"):
            if not (modules / path.name).exists():
                (modules / path.name).symlink_to(path)
    arguments = [f"{folder}|{told}" for folder in folders]
    ended = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", RUNNER, str(modules), *arguments],
        capture_output=True, encoding="utf-8", cwd="/",
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()


def verdicts(lines):
    return [line for line in lines if line.startswith(("HOLDS", "FOUND"))]


def summed(folder):
    """Write SHA256SUMS again, as somebody who changed a member would."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.iterdir())
        if path.name != "SHA256SUMS"
    ]
    (folder / "SHA256SUMS").write_text("".join(lines))


def flipped(path, draw):
    data = bytearray(path.read_bytes())
    data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    path.write_bytes(data)


def swapped(folder, draw):
    first, second = (folder / name for name in draw.sample(DATA, 2))
    one, other = first.read_bytes(), second.read_bytes()
    first.write_bytes(other)
    second.write_bytes(one)


def removed(folder, draw):
    (folder / draw.choice(DATA[:-1])).unlink()


def event_removed(folder, draw):
    path = folder / "events.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    del lines[draw.randrange(len(lines))]
    path.write_bytes(b"".join(lines))


def field_changed(folder, draw):
    """Change a field of one event; a payload with its hash and its SHA-256, so the id tells."""
    path = folder / "events.jsonl"
    events = [json.loads(line) for line in path.read_bytes().splitlines()]
    event = draw.choice(events)
    name = draw.choice([name for name in event if name != "withheld"])
    value = event[name]
    event[name] = value + 1 if isinstance(value, int) else f"{value or ''}0"
    if name == "payload":
        event["payload_hash"] = hashlib.sha256(event["payload"].encode()).hexdigest()
    path.write_text("".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events))


def number_changed(folder, draw):
    path = folder / "bundle.json"
    stated = json.loads(path.read_text())
    row = draw.choice(stated["numbers"])
    place = draw.choice([at for at, value in enumerate(row) if isinstance(value, int | float)])
    row[place] = not row[place] if isinstance(row[place], bool) else row[place] + 1
    path.write_text(json.dumps(stated))


def sql_changed(folder, draw):
    """Change the SQL so that it counts otherwise, or reads what is no part of the bundle."""
    path = folder / "number.sql"
    text = path.read_text()
    old, new = draw.choice([
        ("'right'", "'wrong'"), ("where run_id = getvariable('run_id')", "where position > 15"),
        ("create schema facts", "create schema facts; from read_csv('/etc/passwd')"),
        ("kind = 'response_recorded'", "kind = 'verdict_recorded'"),
    ])  # fmt: skip
    assert old in text
    path.write_text(text.replace(old, new))


def root_changed(folder, draw):
    path = folder / draw.choice(("bundle.json", "checkpoint.json"))
    stated = json.loads(path.read_text())
    stated["root"] = hashlib.sha256(draw.randbytes(8)).hexdigest()
    path.write_text(json.dumps(stated))


# What SHA256SUMS tells, and what other checks tell although it was written again.
SIMPLE = {
    "a flipped byte": lambda folder, draw: flipped(folder / draw.choice(DATA[:-1]), draw),
    "members swapped": swapped, "a member removed": removed, "an event removed": event_removed,
    "a field of an event": field_changed, "a number": number_changed, "the SQL": sql_changed,
    "the root": root_changed,
}  # fmt: skip
SUMMED = {
    "a flipped byte of the events": lambda folder, draw: flipped(folder / "events.jsonl", draw),
    "an event removed": event_removed, "a field of an event": field_changed,
    "a number": number_changed, "the SQL": sql_changed, "the root": root_changed,
}  # fmt: skip


def mutated(pristine, folder, number):
    """Copy a bundle and change it, by chance of a seed; return what was changed, and how told."""
    draw = random.Random(number)
    shutil.copytree(pristine, folder)
    level = ("SHA256SUMS", "SHA256SUMS written again", "its SHA-256 told")[number % 3]
    name, mutation = draw.choice(sorted((SUMMED if number % 3 == 1 else SIMPLE).items()))
    mutation(folder, draw)
    if number % 3:
        summed(folder)
    return f"{name}, {level}", number % 3 == 2
