"""Evaluations in OTLP JSON: of spans and of responses, with what the file knows of them."""

import json

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.otlp import otlp
from tests.harnesses.together import read_together

TRACE, SPAN = "5b8aa5a2d2c872e8321cf37308d69df2", "051581bf3cb55c13"
EVENT = "gen_ai.evaluation.result"


def value_of(value):
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    return {"doubleValue": value} if isinstance(value, float) else {"stringValue": value}


def attributes(found):
    return [{"key": key, "value": value_of(value)} for key, value in found.items()]


def evaluation(name, **parts):
    """Return the attributes of an evaluation; label, value and explanation by their last word."""
    places = {"label": "score.label", "value": "score.value"}
    found = {"gen_ai.evaluation.name": name} if name else {}
    for part, value in parts.items():
        found[f"gen_ai.evaluation.{places.get(part, part)}"] = value
    return found


def said(role, content):
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": content}]}])


SPANS = {
    "resourceSpans": [
        {
            "resource": {"attributes": attributes({"service.name": "helpdesk"})},
            "scopeSpans": [
                {
                    "scope": {"name": "agent"},
                    "spans": [
                        {
                            "traceId": TRACE,
                            "spanId": SPAN,
                            "startTimeUnixNano": "1770000000000000000",
                            "endTimeUnixNano": "1770000000500000000",
                            "attributes": attributes(
                                {
                                    "gen_ai.operation.name": "chat",
                                    "gen_ai.request.model": "maia-2",
                                    "gen_ai.response.id": "resp-1",
                                    "gen_ai.usage.input_tokens": 12,
                                    "gen_ai.input.messages": said("user", "Capital of Peru?"),
                                    "gen_ai.output.messages": said("assistant", "Lima"),
                                }
                            ),
                            "events": [
                                {
                                    "name": EVENT,
                                    "attributes": attributes(
                                        evaluation("Relevance", value=4.0, explanation="on topic")
                                    ),
                                }
                            ],
                        },
                        {"traceId": TRACE, "spanId": "0" * 16, "name": "a query of a database"},
                    ],
                }
            ],
        }
    ]
}


def logs(*records):
    return {"resourceLogs": [{"resource": {}, "scopeLogs": [{"logRecords": list(records)}]}]}


def record(known, **place):
    return {"eventName": EVENT, "attributes": attributes(known), **place}


@pytest.fixture
def store(store_for):
    """An empty store that reads requests, one a line."""
    of_text = store_for("evaluations.jsonl")

    def read(*requests, indent=None, **options):
        lines = [
            one if isinstance(one, str) else json.dumps(one, indent=indent) for one in requests
        ]
        return of_text("\n".join(lines), **options)

    read.layout, read.rows = of_text.layout, of_text.rows
    return read


# Texts of the tests below, by what they are.
FILES = {}


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    """Return what became of each file."""
    return read_together(tmp_path_factory.mktemp("evaluations"), FILES, ".jsonl")


def test_spans_and_logs_come_together(store):
    """By the place of the span, or the id of the response; a reply that is elsewhere is no gap."""
    store(
        SPANS,
        logs(
            record({**evaluation("Correctness", label="pass", value=0.9),
                    "gen_ai.response.id": "resp-1"}),
            record(evaluation("Correctness", label="Incorrect"), traceId=TRACE, spanId=SPAN[::-1]),
            {"eventName": "other", "attributes": []},
        ),
        is_strict=True,
    )  # fmt: skip

    assert [
        (f"{TRACE}/{SPAN}", "maia-2", "ok", "Lima", None, 12, 500.0),
        (f"{TRACE}/{SPAN[::-1]}", "helpdesk", "ok", None, "not_kept", None, None),
    ] == store.rows(
        "select case_id, system_id, status, text, text_status, tokens_in, latency_ms "
        "from facts.responses order by case_id"
    )
    assert [
        ("Correctness", "right", 0.9, "the label is pass"),
        ("Correctness", "wrong", None, "the label is Incorrect"),
        ("Relevance", "measured", 4.0, "on topic"),
    ] == store.rows(
        "select validator_id, outcome, value, reason from facts.verdicts order by validator_id, "
        "case_id"
    )
    assert [("helpdesk", 0.0, 0), ("maia-2", 1.0, 0)] == store.rows(
        "select system_id, accuracy, missing_count from metrics.accuracy "
        "where slice_name = 'all' and validator_id = 'Correctness' order by 1"
    )


LABELLED = [
    evaluation("a", label="relevant"),
    evaluation("b", label="great", value=0.75),
    {**evaluation("c"), "error.type": "timeout"},
    evaluation("d"),
]
FILES["labels"] = json.dumps(
    logs(*(record(one, traceId=TRACE, spanId=SPAN) for one in LABELLED)), indent=1
)


def test_labels_and_errors(taken):
    """Labels that the conventions name decide, others are kept; a failed evaluator is an error."""
    assert [
        ("a", "unscored", None), ("b", "right", 0.75), ("c", "error", None),
        ("d", "unscored", None),
    ] == taken["labels"].rows(
        "select validator_id, outcome, score from facts.verdicts order by 1"
    )  # fmt: skip


@pytest.mark.sweep
def test_evaluations_of_nothing_are_counted(store):
    """Without a name, or a span and a response, nobody knows of what they are."""
    taken = store(SPANS, logs(record(evaluation("a")), record(evaluation(None), traceId=TRACE)))

    assert "skipped 2 evaluations without a name" in taken.files[0].doubts[0]


ODD = {
    "resourceSpans": [
        7,
        {"resource": [], "scopeSpans": [{"spans": [{"traceId": 1}, {"attributes": {"a": 1}}]}]},
        {"scopeSpans": "x"},
    ],
    "resourceLogs": {"scopeLogs": []},
}


@pytest.mark.sweep
def test_many_replies_evaluated_in_one_span(store):
    """The span is that of the evaluator; which reply is meant, the id of the response says."""
    evaluator = {"traceId": "e" * 32, "spanId": "e" * 16}
    records = [
        record({**evaluation("C", label=label), "gen_ai.response.id": response}, **evaluator)
        for label, response in (("pass", "resp-1"), ("fail", "resp-2"))
    ]
    store(json.dumps(SPANS) + "\n" + json.dumps(logs(*records)))

    assert [(f"{TRACE}/{SPAN}", "right"), ("resp-2", "wrong")] == store.rows(
        "select case_id, outcome from facts.verdicts where validator_id = 'C' order by 1"
    )


@pytest.mark.sweep
def test_an_evaluation_that_came_again(store):
    """The newest counts, wherever it stands, and the others are counted."""
    records = [
        record({**evaluation("C", label=label), "gen_ai.response.id": "r"}, timeUnixNano=str(at))
        for label, at in (("fail", 1), ("pass", 3), ("fail", 2))
    ]
    [file] = store(json.dumps(logs(*records))).files

    assert "2 evaluations with the same name and reply as another" in file.doubts[0]
    assert [("right", 1)] == store.rows(
        "select outcome, revision from facts.verdicts inner join log.events using (event_id)"
    )


@pytest.mark.sweep
def test_odd_requests(store):
    """Are read as far as they go; lines that are none are named, and the run has no end."""
    deep = {"key": "gen_ai.x", "value": {"arrayValue": {"values": []}}}
    for _ in range(40):
        deep = {"key": "gen_ai.x", "value": {"arrayValue": {"values": [deep["value"]]}}}
    strange = {"traceId": "t", "spanId": "s", "status": {"code": 2}, "attributes": [deep],
               "startTimeUnixNano": "-1", "endTimeUnixNano": {}, "events": [
                   {"name": EVENT, "attributes": attributes(evaluation("a", value=float("nan")))}
               ]}  # fmt: skip
    request = {"resourceSpans": [{"scopeSpans": [{"spans": [strange]}]}]}

    [file] = store(SPANS, ODD, request, "[1]", '{"resourceLogs": [', "{").files

    assert 3 == sum(file.skipped.values())
    assert [("error",)] == store.rows("select status from facts.responses where case_id = 't/s'")
    assert [] == store.rows("select 1 from log.events where kind = 'run_finished'")


@pytest.mark.thinned(3)
@pytest.mark.parametrize("text", ["", "{}", "[]", "[1]", "{", json.dumps(ODD), "[" * 5000])
def test_files_without_an_evaluation(store, text):
    """They are refused by name, and the store is as it was."""
    with pytest.raises(UnreadableInputError, match=r"evaluations\.jsonl: "):
        store(text, format_name="otlp")
    assert list(store.layout.inbox.iterdir()) == []


def test_only_export_requests_are_recognised(tmp_path):
    """By the names of their lists."""
    for text in ("{}", "", '{"resourceMetrics": []}', '{"a": "' + "x" * 999 + 'resourceLogs"}'):
        assert not otlp.recognises(tmp_path, text.encode())
    for found in (SPANS, logs(), [SPANS]):
        assert otlp.recognises(tmp_path, json.dumps(found, indent=1).encode())


def of_service(own, *records, **resource):
    found = {"service.name": own} if own else {}
    found |= {key.replace("_", "."): value for key, value in resource.items()}
    [one] = logs(*records)["resourceLogs"]
    return {"resourceLogs": [{**one, "resource": {"attributes": attributes(found)}}]}


def of_response(own, label="pass", **parts):
    return record({**evaluation("C", label=label, **parts), "gen_ai.response.id": own})


def test_each_service_is_a_run(store):
    """And so is each run of a pipeline; an evaluator's record is of the span that it judges."""
    requests = [
        SPANS,
        of_service("judge", of_response("resp-1")),
        of_service("billing", of_response("b1", "fail")),
        of_service("search", of_response("s1"), cicd_pipeline_run_id="7"),
        of_service("search", of_response("s2", "fail"), cicd_pipeline_run_id="8"),
    ]
    store(*requests, is_strict=True)
    with pytest.raises(UnreadableInputError, match="found 4 runs"):
        store(*requests, run_id="nightly", name="named.jsonl")

    assert [("billing", "b1"), ("helpdesk", f"{TRACE}/{SPAN}"), ("search-7", "s1"),
            ("search-8", "s2")] == store.rows(
        "select substr(run_id, 23), case_id from facts.verdicts where validator_id = 'C' "
        "order by 1"
    )  # fmt: skip
    assert [("billing",), ("helpdesk",), ("search",), ("search",)] == store.rows(
        "select suite from facts.runs order by 1"
    )


SEVERAL = json.loads(json.dumps(SPANS))
OTHER_SPAN = "f" * 16
[SPANS_OF_ONE] = [one["spans"] for one in SEVERAL["resourceSpans"][0]["scopeSpans"]]
SPANS_OF_ONE[1] = {**SPANS_OF_ONE[0], "spanId": OTHER_SPAN, "events": []}
NAMED = {**of_response("resp-1"), "traceId": TRACE, "spanId": OTHER_SPAN}
FILES["several spans"] = "\n".join(
    map(json.dumps, (logs(NAMED), SEVERAL, logs(of_response("resp-1", "fail"))))
)


def test_a_response_of_several_spans(taken):
    """What was evaluated stands with the span that is named, else with one, which is told."""
    file, _, rows = taken["several spans"]

    assert "1 response shared by several spans, such as resp-1" in file.doubts[0]
    assert [(f"{TRACE}/{SPAN}", "wrong"), (f"{TRACE}/{OTHER_SPAN}", "right")] == rows(
        "select case_id, outcome from facts.verdicts where validator_id = 'C' order by 1"
    )


INFINITE = record({**evaluation("d"), "gen_ai.response.id": "r"})
INFINITE["attributes"].append(
    {"key": "gen_ai.evaluation.score.value", "value": {"doubleValue": "-Infinity"}}
)
UNPARSED = evaluation("e", label="NOT_PARSABLE", value=0.0) | {"gen_ai.response.id": "r"}
FILES["odd values"] = json.dumps(logs(INFINITE, record(UNPARSED)))


def test_odd_values(taken):
    """Infinities stand there as text; an answer that could not be parsed is none."""
    file, _, rows = taken["odd values"]

    assert ["1 value of d is infinite", "1 answer of the evaluator e could not be parsed"] == [
        one.partition(": ")[2].partition(",")[0].partition(" (")[0] for one in file.warnings
    ]
    assert [("d", "unscored"), ("e", "unscored")] == rows(
        "select validator_id, outcome from facts.verdicts order by 1"
    )


FILES["empty"] = json.dumps(SPANS).replace("Lima", "")


def test_a_reply_that_is_empty(taken):
    """It is a text, told from one that nobody captured."""
    assert [("ok", "", None)] == taken["empty"].rows(
        "select status, text, text_status from facts.responses"
    )
