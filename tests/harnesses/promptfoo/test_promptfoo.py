"""What a row of promptfoo becomes: the case, its attempts, and their state."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalstore.harnesses.promptfoo.attempts import row_places
from evalstore.harnesses.promptfoo.evaluated_rows import EvaluatedRow


def test_a_row_is_a_case_a_response_and_verdicts(read, row):
    """One of each, with what the row says."""
    found = read(row(), stats={"successes": 1, "failures": 0, "errors": 0})
    [start], [case] = found.payloads("run_started"), found.payloads("case_generated")
    [response], [finish] = found.payloads("response_recorded"), found.payloads("run_finished")

    assert ({"eval-abc"}, {"run_started": "2026-01-02T03:04:05.678Z"}) == (
        found.run_ids, found.times,
    )  # fmt: skip
    assert ("Words", ["openai:gpt-4o"], ["success"]) == (
        start["suite"], start["systems"], start["validators"],
    )  # fmt: skip
    assert ("Say tea", {"word": "tea"}, {"word": "tea"}, "Words") == (
        case["prompt"], case["vars"], case["attributes"], case["domain"],
    )  # fmt: skip
    assert {
        "case_id": case["case_id"], "system_id": "openai:gpt-4o", "attempt": 1, "status": "ok",
        "text": "tea", "latency_ms": 12, "tokens_in": 3, "tokens_out": 2,
        "token_usage": {"total": 5, "prompt": 3, "completion": 2},
    } == response  # fmt: skip
    assert {"assert.contains", "score", "success"} == {
        one["validator_id"] for one in found.payloads("verdict_recorded")
    }
    assert {"status": "completed", "counts": {"samples": 1, "completed_samples": 1}} == finish


@pytest.mark.parametrize(
    ("fields", "status", "error"),
    [
        ({}, "ok", None),
        ({"failureReason": 1, "error": "Expected tea", "success": False}, "ok", None),
        ({"failureReason": 2, "error": "503:\n gone", "success": False}, "error", "503: gone"),
        ({"failureReason": None, "error": "503", "gradingResult": None}, "error", "503"),
        ({"failureReason": None, "error": "Expected tea"}, "ok", None),
        ({"failureReason": 0, "response": {"output": ""}}, "ok", None),
        ({"failureReason": 0, "response": {"output": None}}, "ok", None),
        ({"failureReason": 0, "response": None}, "ok", None),
        (
            {
                "success": False,
                "error": "No output",
                "response": {},
                "gradingResult": None,
                "failureReason": 1,
            },
            "missing",
            None,
        ),
    ],
)
def test_an_error_is_no_wrong_answer(read, row, fields, status, error):
    """`error` holds the reason of a failed assertion too; a row that failed has no verdict."""
    found = read(row(**fields))
    [response] = found.payloads("response_recorded")

    assert (status, error) == (response["status"], response.get("error"))
    assert (status == "error") == (not found.payloads("verdict_recorded"))


def test_unknown_costs_and_tokens_are_not_zero(read, row):
    """A row without a price or a count says 0."""
    silent = row(response={"output": "tea", "tokenUsage": {"total": 0, "prompt": 0}}, cost=0)
    priced = row(response={"output": "tea", "cost": 0, "cached": True}, testIdx=1)
    [first, second] = read(silent, priced).payloads("response_recorded")

    assert {"cost_usd", "tokens_in", "token_usage"}.isdisjoint(first)
    assert (0, True) == (second["cost_usd"], second["is_cached"])


def test_an_object_is_kept_as_one(read, row):
    """And its JSON is the text."""
    [response] = read(row(response={"output": {"said": ["tea"]}})).payloads("response_recorded")

    assert ({"said": ["tea"]}, '{"said":["tea"]}') == (response["output"], response["text"])


def test_repeats_are_attempts_in_the_order_of_tests(read, row):
    """Rows stand in the order in which they were completed."""
    rows = [row(testIdx=at, response={"output": f"tea {at}"}) for at in (2, 0, 1)]
    found = read(*rows)

    assert 1 == len(found.payloads("case_generated"))
    assert [("tea 2", 3), ("tea 0", 1), ("tea 1", 2)] == [
        (one["text"], one["attempt"]) for one in found.payloads("response_recorded")
    ]


def test_a_row_written_again_replaces_the_earlier(read, row):
    """A resumed evaluation appends; a doubt counts them."""
    found = read(row(response={"output": "old"}), row(response={"output": "new"}), as_lines=True)

    assert ["new"] == [one["text"] for one in found.payloads("response_recorded")]
    assert "1 row is replaced by a later one of the same testIdx" in found.source.doubts[0]


@pytest.mark.sweep
def test_a_case_is_known_by_its_content(read, row, test_fields):
    """Not by its place, its prompt, or what promptfoo adds while it runs."""

    def case_ids(*rows):
        return [one["case_id"] for one in read(*rows).payloads("case_generated")]

    [plain] = case_ids(row())
    other_prompt = row(prompt={"raw": "Please say tea", "label": "polite"}, testIdx=7)
    running = row(vars={"word": "tea", "_conversation": [], "sessionId": "6a"})
    [named] = case_ids(row(**test_fields(metadata={"id": "T 7"}, description="says tea")))

    assert [plain] == case_ids(other_prompt) == case_ids(running)
    assert plain != case_ids(row(**test_fields("milk")))[0]
    assert named.startswith("t-7-")
    assert named != plain


def test_tests_that_demand_different_things_are_two_cases(read, row):
    """Of the same variables; they are no repeats."""
    other = row(testIdx=1)
    other["testCase"]["assert"] = [{"type": "contains", "value": "milk"}]
    found = read(row(), other)

    assert [1, 1] == [one["attempt"] for one in found.payloads("response_recorded")]
    assert 2 == len({one["case_id"] for one in found.payloads("case_generated")})


def test_without_variables_the_assertions_tell_cases_apart(read, row):
    """The whole question is in the prompt."""
    tests = [{"vars": {}, "assert": [{"type": "contains", "value": it}]} for it in ("a", "b")]
    rows = [row(vars={}, testCase=test, testIdx=at) for at, test in enumerate(tests)]

    assert 2 == len(read(*rows).payloads("case_generated"))


def test_systems_are_providers_and_prompts(tool_written):
    """Named by both where there are several prompts; the variables are the question then."""
    [start] = tool_written.payloads("run_started")
    prompts = {one["prompt"] for one in tool_written.payloads("case_generated")}

    assert ["echo [plain]", "echo [loud]", "unsteady [plain]", "unsteady [loud]"] == (
        start["systems"]
    )
    assert {
        '{"word":"tea","size":3}', '{"word":"milk"}', '{"word":"bread"}', '{"word":"none"}',
    } == prompts  # fmt: skip


def test_a_test_of_some_prompts_asks_no_others(tool_written):
    """Milk is asked with the plain prompt alone, and is not missing from the loud one."""
    cases = {one["prompt"]: one.get("systems") for one in tool_written.payloads("case_generated")}

    assert ["echo [plain]", "unsteady [plain]"] == cases.pop('{"word":"milk"}')
    assert {None} == set(cases.values())


def test_rows_that_were_lost_are_missing(read, row, test_fields):
    """A file that counts more rows than it holds does not say which systems were asked."""
    columns = [{"provider": name, "label": "p", "raw": "p"} for name in ("a", "b")]
    rows = [row(), row(testIdx=1, promptIdx=1, **test_fields("milk"))]
    lost, whole = (
        read(*rows, prompts=columns, stats={"successes": count, "failures": 0, "errors": 0})
        for count in (3, 2)
    )

    assert [[None, None], [["a"], ["b"]]] == [
        [one.get("systems") for one in found.payloads("case_generated")] for found in (lost, whole)
    ]


@given(rows=st.permutations(range(6)))
def test_the_order_of_completion_changes_nothing(rows):
    """Neither cases nor attempts: both follow from what the rows say."""
    whole = [
        EvaluatedRow(f"case {at % 2}", "digest", at % 3 % 2, at, None, None, None, None)
        for at in range(6)
    ]
    places = row_places([whole[at] for at in rows]).places

    assert row_places(whole).places == {at: places[place] for place, at in enumerate(rows)}


def test_lines_hold_the_same_rows(tool_written, tool_lines):
    """But no id of the evaluation: the run is named after the bytes of the file."""

    def shown(found):
        return sorted(
            json.dumps([one["case_id"], one["system_id"], one["attempt"], one["outcome"],
                        one["validator_id"]])
            for one in found.payloads("verdict_recorded")
        )  # fmt: skip

    assert shown(tool_written) == shown(tool_lines)
    assert {f"promptfoo-{'0' * 22}"} == tool_lines.run_ids


def test_secrets_of_providers_stay_in_the_file(read, row):
    """Plain settings are kept, but none that is named as a secret, and no headers."""
    config = {"description": "Words", "env": {"KEY": "env-value"}, "providers": [
        "echo",
        {"id": "openai:gpt-4o", "config": {
            "temperature": 0.5, "apiKey": "not-random", "headers": {"Authorization": "header"},
        }},
    ]}  # fmt: skip
    [start] = read(row(), config=config).payloads("run_started")

    assert [{"id": "echo"}, {"id": "openai:gpt-4o", "config": {"temperature": 0.5}}] == (
        start["config"]["providers"]
    )
