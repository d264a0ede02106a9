"""Files of promptfoo as they come: recognised, older, damaged, hostile, and those of others."""

import importlib
import json
import os
from pathlib import Path

import pytest

import evalstore
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import detect
from tests.harnesses.promptfoo.conftest import FIXTURES, Reading, export_of, row_of

REAL_DATA = os.environ.get("EVALSTORE_REAL_DATA")
ROW_TEXT = json.dumps(row_of())
EXPORT_TEXT = json.dumps(export_of(row_of(), row_of(testIdx=1)))
DEEP = "[" * 9000 + "]" * 9000
# What becomes of a good row and a bad one: how many responses, and the reasons of skips.
HOSTILE = {
    "cut in a row": (EXPORT_TEXT[: EXPORT_TEXT.index('"testIdx": 1')], 1, ["cut short"]),
    "cut before a row": (EXPORT_TEXT[: EXPORT_TEXT.index('"results": [{')], None, None),
    "no value": (EXPORT_TEXT.replace('"latencyMs": 12', '"latencyMs": ', 1), 1,
                 ["row malformed"]),
    "no JSON behind": (EXPORT_TEXT + "more", 2, []),
    "nested deep": (EXPORT_TEXT.replace('"tea"', DEEP, 1), 1, ["row nested too deep"]),
    "NaN": (EXPORT_TEXT.replace('"score": 1', '"score": NaN'), 2, []),
    "a lone surrogate": (EXPORT_TEXT.replace('"output": "tea"', '"output": "\\ud83d"'), 2, []),
    "a lone surrogate in a name": (EXPORT_TEXT.replace('{"word"', '{"\\ud83d"'), 2, []),
    "an integer of many digits": (EXPORT_TEXT.replace(": 12", f": {10**30}"), 2, []),
    "an integer beyond reading": (
        EXPORT_TEXT.replace(": 12", f": {'9' * 5000}", 1), 1, ["row malformed"],
    ),
    "a key twice": (
        EXPORT_TEXT.replace('"promptIdx"', '"promptIdx": 3, "promptIdx"', 1), 1, ["duplicate key"],
    ),
    "a key twice on top": (EXPORT_TEXT.replace('"results"', '"a": 1, "a": 2, "results"', 1), None,
                           None),
    "rows of no object": (EXPORT_TEXT.replace('"results": [', '"results": [1, null,'), 2,
                          ["not a row"] * 2),
    "results of no list": ('{"evalId": "e", "results": {"version": 3, "results": 7}}', None, None),
    "results of a list": ('{"evalId": "e", "results": [{"score": 1}]}', None, None),
    "wrong types": (json.dumps(export_of({
        **dict.fromkeys(row_of(), 7), "success": False, "promptIdx": 0, "testCase": [],
        "vars": "x", "gradingResult": {"componentResults": {"a": 1}}, "namedScores": [3],
        "response": {"output": [], "tokenUsage": 3},
    })), 1, []),
    "not UTF-8": (EXPORT_TEXT.encode().replace(b'"output": "tea"', b'"output": "\xff"'), 2, []),
    "UTF-16": (EXPORT_TEXT.encode("utf-16"), None, None),
    "a control character": (EXPORT_TEXT.replace('"Say tea"', '"\x00"', 1), 1, ["row malformed"]),
    "another object": ('{"stats": {}}', None, None),
    "a list": ("[]", None, None),
    "lines, half of one": (f"{ROW_TEXT}\n{ROW_TEXT[:80]}", 1, ["row malformed"]),
    "lines, one of another kind": (f'{ROW_TEXT}\n{{"a": 1}}\n', 1, ["not a row"]),
    "lines, one too deep": (f'{ROW_TEXT}\n{{"a": {DEEP}}}\n', 1, ["row nested too deep"]),
    "lines, one with a control character": (
        f'{ROW_TEXT}\n{{"a": "\x01"}}\n', 1, ["control character"],
    ),
    "version 2": ('{"results": {"version": 2, "results": [], "table": {}}}', None, None),
}  # fmt: skip


@pytest.mark.thinned(5)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_or_its_rows_are_counted(tmp_path, name):
    """A clear error without a traceback, or every other row."""
    text, response_count, reasons = HOSTILE[name]
    path = tmp_path / "results.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    if response_count is None:
        with pytest.raises(UnreadableInputError, match=r"results\.json: .*promptfoo"):
            Reading(path)
        return
    found = Reading(path)

    assert (response_count, reasons) == (
        len(found.payloads("response_recorded")), [skip.reason for skip in found.skips],
    )  # fmt: skip
    assert bool(reasons) == (not found.payloads("run_finished"))


@pytest.mark.parametrize(
    ("text", "format_name"),
    [
        (EXPORT_TEXT, "promptfoo"),
        (json.dumps(export_of(row_of()), indent=2), "promptfoo"),
        ("\ufeff" + EXPORT_TEXT, "promptfoo"),
        (f"{ROW_TEXT}\n{ROW_TEXT}\n", "promptfoo"),
        ('{"results": {"version": 2, "table": {}}}', "promptfoo"),
        ('{"results": [], "stats": {"successes": 0}}', None),
        ('{"results": {"accuracy": 0.5}, "version": 3}', None),
        ('{"description": "placeholder"}', None),
        ("", None),
    ],
)
def test_only_what_promptfoo_writes_is_recognised(tmp_path, text, format_name):
    """A file that a hand made of the same name is none."""
    path = tmp_path / "results.json"
    path.write_text(text)

    assert format_name == detect.format_of(path)


def test_an_old_version_says_what_to_do(tmp_path):
    """It has a table, and no row."""
    path = tmp_path / "old.json"
    path.write_text(HOSTILE["version 2"][0])
    with pytest.raises(UnreadableInputError, match=r"version 2.*newer promptfoo"):
        Reading(path)


def test_an_unknown_version_is_read_with_a_warning(tmp_path, export, row):
    """As the newest that is known, and what nobody here knows of a row is kept."""
    raw_fields = {"mood": "calm", "deep": {"sun": [1, None]}}
    found = export({**row(), **raw_fields, "weather": None, "apiKey": "k"})
    path = tmp_path / "new.json"
    path.write_text(json.dumps(found))
    [known] = Reading(path).payloads("response_recorded")
    found["results"]["version"] = 4
    path.write_text(json.dumps(found))

    [response] = (reading := Reading(path)).payloads("response_recorded")
    assert {**known, "raw_fields": raw_fields} == response
    assert "version 4 is unknown" in reading.source.warnings[0]


def test_memory_is_that_of_a_row(tmp_path, monkeypatch):
    """The stream is given out in pieces; the reader asks for no more than the next of them."""
    module = importlib.import_module("evalstore.harnesses.inspect.json_stream")
    monkeypatch.setattr(module, "VALUE_LENGTH_MAX", 20_000)
    monkeypatch.setattr(module, "CHUNK_LENGTH", 4_000)
    path = tmp_path / "results.json"
    rows = [row_of(testIdx=at) for at in range(200)]
    path.write_text(json.dumps(export_of(*rows, config={"tests": rows})))

    assert 200 == len(Reading(path).payloads("response_recorded"))


VERDICTS = "select verdict, count(*) from facts.reported_scores group by all order by all"


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["evaluation.json"])
def test_the_file_s_own_figures_agree(take, a_store, name):
    """All counts, sums of scores, and named scores with their weights."""
    take(FIXTURES / name)

    assert [("agrees", 35)] == a_store.query(VERDICTS).rows()
    assert [(4, 18)] == a_store.query(
        "select count(distinct case_id), count(*) from facts.responses"
    ).rows()


def test_a_difference_has_its_reason(take, a_store, tmp_path):
    """A row that its grader left open is no failure; those without a text count as judged."""
    silent = [
        row_of(response=None, testIdx=at, vars={"word": word})
        for at, word in ((0, "tea"), (2, "bread"))
    ]
    open_row = row_of(testIdx=1, success=False, failureReason=1, vars={"word": "milk"})
    open_row["gradingResult"]["componentResults"][0] |= {
        "pass": False, "score": 0, "metadata": {"graderError": True},
    }  # fmt: skip
    metrics = {
        "testPassCount": 2, "testFailCount": 1, "testErrorCount": 0, "score": 3,
        "assertPassCount": 2, "assertFailCount": 1,
    }  # fmt: skip
    column = {"provider": "openai:gpt-4o", "label": "p", "raw": "p", "metrics": metrics}
    stats = {"successes": 2, "failures": 1, "errors": 0}
    path = tmp_path / "results.json"
    path.write_text(json.dumps(export_of(*silent, open_row, prompts=[column], stats=stats)))
    take(path)
    reasons = a_store.query(
        "select metric, reason is not null from facts.reported_scores "
        "where verdict != 'agrees' order by metric"
    ).rows()

    assert [
        (metric, True)
        for metric in ("assertFailCount", "errors", "failures", "score", "testErrorCount",
                       "testFailCount")
    ] == reasons  # fmt: skip


@pytest.mark.sweep
def test_the_same_file_again_is_nothing_new(take, counted):
    """Nor is the same evaluation exported at another time, but for that time."""
    take(FIXTURES / "evaluation.json")

    assert (0, 147, 0, 0) == counted(take(FIXTURES / "evaluation.json"))


@pytest.mark.sweep
@pytest.mark.real_data
@pytest.mark.skipif(REAL_DATA is None, reason="EVALSTORE_REAL_DATA names no folder")
def test_real_evaluations_agree_with_themselves(take, a_store):
    """Five files of others: every row, and every figure they report."""
    paths = sorted(Path(REAL_DATA).glob("promptfoo/*.json"))
    row_count = sum(len(json.loads(path.read_text())["results"]["results"]) for path in paths)
    take(*paths)

    assert 5 == len(paths)
    assert [(row_count,)] == a_store.query("select count(*) from facts.responses").rows()
    assert [("agrees", 99)] == a_store.query(VERDICTS).rows()


@pytest.mark.sweep
def test_a_store_is_as_it_was_where_a_file_is_refused(take, a_store, tmp_path):
    """Nothing of it is appended."""
    path = tmp_path / "old.json"
    path.write_text(HOSTILE["version 2"][0])
    before = a_store.query("select count(*) from log.events").rows()
    with pytest.raises(UnreadableInputError):
        take(path)

    assert (
        before
        == evalstore.open(a_store.layout.root).query("select count(*) from log.events").rows()
    )
