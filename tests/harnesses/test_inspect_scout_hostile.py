"""Scans of Inspect Scout, broken in each way a file can be: told, and nothing is made up."""

import io
import json
from datetime import UTC, datetime

import pyarrow
import pytest
from pyarrow import parquet

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.inspect_scout import inspect_scout, scanner_results
from evalstore.harnesses.records import Skip, SourceFile
from tests.harnesses.listed_events import listed
from tests.harnesses.test_inspect_scout import ROW

SCAN = json.dumps({"scan_id": "s1", "scanners": {"looks": {}}, "packages": {}})
SUMMARY = json.dumps({"complete": True})
DEEP = "[" * 5000 + "]" * 5000


def as_parquet(found):
    """Return a table as the bytes of a file."""
    file = io.BytesIO()
    parquet.write_table(found, file)
    return file.getvalue()


def table(*rows):
    """Return rows as the bytes of a file."""
    return as_parquet(pyarrow.Table.from_pylist(list(rows)))


def cell(name, value):
    """Return a scanner's results of one row with another value in one of its cells."""
    kind = {"value_type": "resultset"} if name == "value" else {}
    return table({**ROW, **kind, name: value})


WHOLE = table(ROW)
ONE_ROW = pyarrow.Table.from_pylist([ROW])
BROKEN_FILES = {
    "scan: nothing": ("_scan.json", ""),
    "scan: a list": ("_scan.json", "[]"),
    "scan: cut": ("_scan.json", SCAN[:-5]),
    "scan: a key twice": ("_scan.json", '{"scan_id": "a", "scan_id": "b"}'),
    "scan: Latin-1": ("_scan.json", SCAN.replace("s1", "\u00fc").encode("latin-1")),
    "scan: UTF-16": ("_scan.json", SCAN.encode("utf-16")),
    "scan: NUL bytes": ("_scan.json", SCAN.replace(" ", "\0")),
    "scan: deep nesting": ("_scan.json", f'{{"scan_id": {DEEP}}}'),
    "scan: nested without an end": ("_scan.json", '{"scan_id": ' + "[" * 5000),
    "summary: a list": ("_summary.json", "[]"),
    "summary: cut": ("_summary.json", SUMMARY[:-3]),
    "results: nothing": ("looks.parquet", b""),
    "results: their mark alone": ("looks.parquet", b"PAR1"),
    "results: no Parquet": ("looks.parquet", SCAN),
    "results: cut": ("looks.parquet", WHOLE[: len(WHOLE) // 2]),
    "results: their head cut off": ("looks.parquet", WHOLE[len(WHOLE) // 2 :]),
    "results: a footer beyond the file": (
        "looks.parquet", WHOLE[:-8] + b"\xff\xff\xff\x7f" + WHOLE[-4:],
    ),
    "results: pages of other bytes": (
        "looks.parquet", WHOLE[:4] + bytes(255 for _ in WHOLE[4:200]) + WHOLE[200:],
    ),
    "results: other columns": ("looks.parquet", table({"a": 1})),
    "results: a run that is a number": ("looks.parquet", cell("transcript_source_id", 7)),
    "results: an attempt that is a text": ("looks.parquet", cell("transcript_task_repeat", "1")),
    "results: a column twice": (
        "looks.parquet", as_parquet(ONE_ROW.append_column("value", ONE_ROW["value"])),
    ),
    "results: a time beyond times": (
        "looks.parquet",
        as_parquet(ONE_ROW.drop_columns("timestamp").append_column(
            "timestamp", pyarrow.array([10**15], pyarrow.timestamp("s")))),
    ),
}  # fmt: skip
# What is no number of a scanner's is none of ours.
ODD_VALUES = {
    "a set cut short": cell("value", '[{"value": 1}'),
    "a set nested too deep": cell("value", DEEP),
    "a set of numbers": cell("value", "[1, 2]"),
    "a set with a key twice": cell("value", '[{"value": 1, "value": 2}]'),
    "usage with a key twice": table(
        {**ROW, "value": None, "scan_model_usage": '{"a": {}, "a": {}}'}
    ),
    "a set of no numbers": cell("value", '[{"value": NaN}, {"value": 1e999}, {"value": "1"}]'),
    "an integer of many digits": cell("value", f'[{{"value": {"9" * 400}}}]'),
    "half a surrogate pair": cell("value", '[{"value": "\\ud83d"}]'),
    "bytes": table({**ROW, "value": b"\xff\x00"}),
    "a time": table({**ROW, "value": datetime(2026, 1, 2, tzinfo=UTC)}),
    "a list": table({**ROW, "value": [1, 2]}),
    "usage of nobody": table({**ROW, "value": None, "scan_model_usage": "[3]"}),
}


def scanned(tmp_path, **changed):
    """Write a scan with some of its files in another state, and read it."""
    whole = {"_scan.json": SCAN, "_summary.json": SUMMARY, "looks.parquet": WHOLE}
    for name, content in {**whole, **changed}.items():
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(data)
    path = tmp_path / "_scan.json"
    beside = tuple(inspect_scout.companions(path))
    return list(inspect_scout.read(SourceFile(path, path.name, "0" * 64, companions=beside)))


@pytest.mark.parametrize("how", BROKEN_FILES)
def test_a_file_that_is_broken_is_named(tmp_path, how):
    """As an error where there is no scan, else as what is left out."""
    name, content = BROKEN_FILES[how]
    try:
        found = scanned(tmp_path, **{name: content})
    except UnreadableInputError as error:
        said = str(error)
    else:
        assert all(isinstance(item, Skip) for item in found)
        said = "\n".join(f"{item.location}: {item.detail}" for item in found)

    assert name in said
    assert len(said) < 1500


def test_half_a_surrogate_pair_in_the_id_of_a_scan_is_replaced(tmp_path):
    """Strict JSON cannot represent it."""
    [record] = scanned(tmp_path, **{"_scan.json": '{"scan_id": "s\\ud83d", "scanners": {}}'})
    [[(_, verdict)]] = listed([record])

    assert verdict["metadata"]["scan_id"] == "s\ufffd"


@pytest.mark.parametrize("how", ODD_VALUES)
def test_an_odd_value_is_no_number(tmp_path, how):
    """It is kept as a text, and nothing that was found is none."""
    [record] = scanned(tmp_path, **{"looks.parquet": ODD_VALUES[how]})
    json.loads(record.text, parse_constant=pytest.fail)
    [[(_, verdict)]] = listed([record])

    assert verdict["outcome"] == "unscored"
    assert not {"value", "judge"} & verdict.keys()
    results = verdict["metadata"].get("results", [])
    assert all(result["number"] is None for result in results)


def test_a_large_row_group_is_left_out(tmp_path, monkeypatch):
    """Its size stands in the footer; it is not unpacked."""
    monkeypatch.setattr(scanner_results, "ROW_GROUP_BYTES_MAX", 100)
    [skip] = scanned(tmp_path)

    assert skip.reason == "row group too large"


def test_a_large_file_is_refused(tmp_path):
    """Before it is read."""
    with pytest.raises(UnreadableInputError, match="larger than 64 MiB"):
        scanned(tmp_path, **{"_scan.json": bytes(inspect_scout.SIZE_MAX + 1)})


def test_a_whole_scan_is_read_in_silence(tmp_path):
    """Else the others would prove nothing."""
    [record] = scanned(tmp_path)

    [[(_, verdict)]] = listed([record])
    assert verdict["value"] == 1
