"""Scores of every_eval_ever that are no number, answers without a text, and shared ids."""

import itertools
import json

import pytest

from evalstore.harnesses.every_eval_ever import every_eval_ever
from evalstore.harnesses.records import Skip, SourceFile
from tests.harnesses.listed_events import listed, payloads
from tests.harnesses.test_converted_records import line, reader_of, result
from tests.harnesses.test_every_eval_ever import FOREIGN


@pytest.fixture
def read(tmp_path):
    """Return a function that reads an aggregate with its lines into a store."""
    return reader_of(tmp_path)


SCORES = {
    "s1": (float("inf"), "unscored", "the metric gave Infinity, which is infinite", "Infinity"),
    "s2": ("-Infinity", "unscored", "the metric gave -Infinity, which is infinite", "-Infinity"),
    "s3": (float("nan"), "unscored", "the metric gave NaN, which is no number", None),
    "s4": (None, "unscored", "the metric gave nothing, which is no number", None),
    "s5": (7.5, "measured", "the metric gave 7.5", None),
}


def test_a_score_that_is_no_number_is_unscored(read):
    """Its line is read, and what is infinite is called so; so is a figure."""
    figure = result("mae", "mae", score=float("inf"))
    read([figure], [line(name, "mae", score) for name, (score, *_) in SCORES.items()])

    assert [(name, *expected) for name, (_, *expected) in SCORES.items()] == read.rows(
        "select case_id, outcome, reason, payload ->> 'scorer_value' from facts.verdicts "
        "inner join log.events using (run_id, event_id) order by 1"
    )
    assert [("Infinity", None)] == read.rows(
        "select payload ->> 'value_text', payload ->> 'value' from log.events "
        "where kind = 'score_reported'"
    )
    assert not read.file.skips
    assert any("2 values of mae are infinite" in one for one in read.file.warnings)


# Of a line: what it says of the answer, and what becomes of it.
ANSWERS = {
    "no output": ({"output": None}, ("ok", None, "not_kept", "right")),
    "no text": ({"output": {"raw": []}}, ("ok", None, "not_kept", "right")),
    "an empty text": ({"output": {"raw": [""]}}, ("ok", "", None, "right")),
    "an error": ({"output": None, "error": "timed out"}, ("error", None, None, None)),
}


def test_an_answer_that_was_judged_counts_without_its_text(read):
    """Each line is a judgement; what ended in an error stays one, also where it has a score."""
    read([result("acc")], [line(name, "acc", 1.0, **said) for name, (said, _) in ANSWERS.items()])

    found = read.rows(
        "select case_id, status, text, text_status, verdicts.outcome from facts.responses "
        "left join facts.verdicts using (run_id, system_id, case_id, attempt)"
    )
    assert {name: expected for name, (_, expected) in ANSWERS.items()} == {
        name: tuple(rest) for name, *rest in found
    }


def test_questions_of_one_id_are_cases_of_their_own_in_any_order(tmp_path):
    """Named after what they ask, and told as what was renamed."""
    asked = [("0", "2 + 2?", 1.0), ("0", "3 + 3?", 0.0), ("1", "4 + 4?", 1.0)]
    found = []
    for order in itertools.permutations(asked):
        path = tmp_path / "a.json"
        path.write_text(json.dumps({**FOREIGN, "evaluation_results": [result("acc")]}))
        lines = [line(name, "acc", score, input={"raw": text}) for name, text, score in order]
        (tmp_path / "a_samples.jsonl").write_text("\n".join(map(json.dumps, lines)))
        source = SourceFile(
            path, path.name, "0" * 64, companions=tuple(every_eval_ever.companions(path))
        )
        records = listed(one for one in every_eval_ever.read(source) if not isinstance(one, Skip))
        found.append(
            {
                (case["prompt"], case["case_id"], verdict["score"])
                for case, verdict in zip(
                    payloads(records, "case_generated"),
                    payloads(records, "verdict_recorded"),
                    strict=True,
                )
            }
        )
        [doubt] = source.doubts
        assert "1 id shared by several questions, such as 0" in doubt

    assert [found[0]] * 6 == found
    assert {"2 + 2?", "3 + 3?"} == {text for text, case, _ in found[0] if case.startswith("0~")}
    assert ("4 + 4?", "1", 1.0) in found[0]
