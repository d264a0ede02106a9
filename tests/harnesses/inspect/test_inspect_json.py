"""Inspect logs in one JSON file: read as a stream, whatever the chunks, the order or the cut."""

import json

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.inspect import json_stream
from evalstore.harnesses.inspect_json import inspect_json

SPEC = {"eval_id": "e", "task": "quiz", "model": "m", "created": "2025-01-01T00:00:00Z"}
SAMPLE = {"id": "1", "epoch": 1, "input": "Why?", "scores": {"grade": {"value": "C"}}}


@pytest.fixture
def log(tmp_path):
    """Write a log: a dict, or the text as it stands."""

    def write(content):
        path = tmp_path / "log.json"
        text = content if isinstance(content, str) else json.dumps(content)
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        return path

    return write


@pytest.mark.parametrize("chunk_length", [1, 7, 64, 4096])
def test_the_chunks_a_log_is_read_in_do_not_show(read, log_path, monkeypatch, chunk_length):
    """A chunk may end inside a name, a number, an escape or between two samples."""
    expected = [record.text for record in read(log_path("quiz.json")).records]
    monkeypatch.setattr(json_stream, "CHUNK_LENGTH", chunk_length)

    assert expected == [record.text for record in read(log_path("quiz.json")).records]


@pytest.mark.parametrize("chunk_length", [1, 3, 1000])
def test_what_is_passed_over_is_passed_over_whole(read, log, monkeypatch, chunk_length):
    """Brackets and quotes inside strings close nothing."""
    monkeypatch.setattr(json_stream, "CHUNK_LENGTH", chunk_length)
    trap = {'a"]}': ['\\"]}', "\\\\", {"b": "}"}, [[]], "\\\\\\\\"]}
    path = log({"eval": SPEC, "unknown": trap, "status": "success", "samples": [SAMPLE]})

    assert ["1"] == read(path).case_ids()


def test_samples_may_come_before_the_rest(read, log):
    """Whoever writes JSON owes no order."""
    path = log({"samples": [SAMPLE], "status": "success", "eval": SPEC, "plan": {}})
    found = read(path)

    assert (["1"], 1) == (found.case_ids(), len(found.objects("run_finished")))


@pytest.mark.parametrize("more", [{}, {"samples": None}, {"samples": []}])
def test_a_log_without_samples_is_a_run_without_cases(read, log, more):
    """Cancelled runs write such logs; older ones have no version either."""
    found = read(log({"status": "cancelled", "eval": SPEC, **more}))

    assert ([], []) == (found.case_ids(), found.skips)
    assert ["cancelled"] == [item["finished"]["status"] for item in found.objects("run_finished")]


def test_a_running_log_has_no_end(read, log):
    """Its status says that it has only started."""
    found = read(log({"status": "started", "eval": SPEC, "samples": [SAMPLE]}))

    assert (["1"], []) == (found.case_ids(), found.objects("run_finished"))


def test_wherever_a_log_is_cut_its_beginning_is_read(read, log_path, tmp_path):
    """A cut log gives its whole samples and one skip, and never claims to be finished."""
    data = log_path("quiz.json").read_bytes()
    whole = [record.text for record in read(log_path("quiz.json")).records]
    last_sample_end = data.rindex(b'"reductions"')
    path = tmp_path / "cut.json"
    surprises = []
    for length in range(0, last_sample_end, 1500):
        path.write_bytes(data[:length])
        try:
            found = read(path)
        except UnreadableInputError:
            continue
        texts = [record.text for record in found.records if '"kind":"sample"' in record.text]
        is_told = [skip.reason for skip in found.skips] == ["cut short"]
        is_as_expected = texts == whole[1 : 1 + len(texts)] and not found.objects("run_finished")
        if not (is_told and is_as_expected):
            surprises.append(length)

    assert [] == surprises


def test_a_malformed_sample_costs_only_itself(read, log):
    """The samples after it are found by its brackets."""
    broken = json.dumps({**SAMPLE, "id": "0"}).replace('"epoch": 1', '"epoch" 1')
    text = (
        f'{{"status": "success", "eval": {json.dumps(SPEC)}, '
        f'"samples": [{broken}, {json.dumps(SAMPLE)}]}}'
    )
    found = read(log(text))

    assert (["1"], ["sample malformed"]) == (found.case_ids(), [s.reason for s in found.skips])


def test_a_sample_too_large_to_hold_costs_only_itself(read, log, monkeypatch):
    """It is passed over without being built."""
    monkeypatch.setattr(json_stream, "CHUNK_LENGTH", 500)
    monkeypatch.setattr(json_stream, "VALUE_LENGTH_MAX", 2000)
    huge = {**SAMPLE, "id": "huge", "store": "x" * 20_000}
    path = log({"status": "success", "eval": SPEC, "samples": [huge, SAMPLE]})
    found = read(path)

    assert (["1"], ["sample too large"]) == (found.case_ids(), [s.reason for s in found.skips])


def test_nan_becomes_null_and_is_told(read, log):
    """Inspect writes NaN for a score that was not given."""
    sample = {**SAMPLE, "scores": {"grade": {"value": float("nan")}}}
    found = read(log({"eval": SPEC, "status": "success", "samples": [sample]}))
    state = found.objects()[0]["sample"]["scores"][0]
    repair = {
        "path": "scores.grade.value",
        "was": "NaN",
        "rule": "NaN and Infinity become null",
    }

    assert (None, [repair]) == (state["value"], state["repairs"])


@pytest.mark.parametrize(
    ("content", "part", "path"),
    [
        ({"input": "half a \ud83d"}, "case_repairs", "input"),
        ({"metadata": {"key": 2**60}}, "case_repairs", "metadata.key"),
        ({"output": {"time": float("inf")}}, "response_repairs", "output.time"),
    ],
)
def test_a_repair_is_told_where_it_was_made(read, log, content, part, path):
    """Lone surrogates, huge integers and Infinity cannot stand in a payload."""
    found = read(log({"eval": SPEC, "status": "success", "samples": [{**SAMPLE, **content}]}))

    assert [path] == [repair["path"] for repair in found.objects()[0]["sample"][part]]


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{", '{"eval": 3}', '{"status": "success"}', '{"eval": {}}', '{"eval" {}}'],
)
def test_what_is_no_log_is_refused_by_name(read, log, content):
    """The message says what was found and what was expected."""
    path = log(content)

    with pytest.raises(UnreadableInputError, match=r"log\.json: "):
        read(path)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"version": 2, "status": "success", "eval": SPEC}, True),
        ({"eval": SPEC, "plan": {}}, True),
        ({"evalId": "eval-1", "results": {"task": 1, "model": 2}}, False),
        ({"testCases": [{"eval": SPEC, "status": "x"}], "model": ""}, False),
        ({"results": {"eval": SPEC}, "status": {"task": 1, "model": 2}}, False),
        ([{"eval": SPEC, "status": "success"}], False),
    ],
)
def test_a_log_is_recognised_by_its_outermost_names(tmp_path, content, expected):
    """Other tools' results hold the same words in other places."""
    head = b"\xef\xbb\xbf" + json.dumps(content, indent=2).encode()

    assert expected == inspect_json.recognises(tmp_path / "x.json", head)


@pytest.mark.parametrize(
    ("store", "reason"),
    [("[" * 50_000 + "]" * 50_000, "sample nested too deep"), ("9" * 5000, "sample malformed")],
)
def test_json_no_decoder_takes_costs_one_sample(read, log, store, reason):
    """Nesting without end and integers of thousands of digits are passed over by brackets."""
    hostile = json.dumps({**SAMPLE, "id": "0", "store": 0}).replace(
        '"store": 0', f'"store": {store}'
    )
    text = (
        f'{{"status": "success", "eval": {json.dumps(SPEC)}, '
        f'"samples": [{hostile}, {json.dumps(SAMPLE)}]}}'
    )
    found = read(log(text))

    assert (["1"], [reason]) == (found.case_ids(), [skip.reason for skip in found.skips])
