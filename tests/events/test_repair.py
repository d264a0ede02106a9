"""What is repaired or redacted says so in its payload; what only looks dangerous is kept."""

import json

import pytest

PAYLOAD = '{"case_id":"c","system_id":"s","status":"ok"%s}'
LINE = '{"kind":"response_recorded","run_id":"r1","payload":%s%s}'


def line(fields="", envelope=""):
    return LINE % (PAYLOAD % fields, envelope)


# name: (line, path of the value in the payload, what it is now, the rule that was recorded)
REPAIRED = {
    "NaN": (line(',"latency_ms":NaN'), "latency_ms", None, "not_finite"),
    "NaN in an unknown field": (line(',"note": NaN'), "note", None, "not_finite"),
    "Infinity": (line(',"cost_usd":Infinity'), "cost_usd", None, "not_finite"),
    "-Infinity": (line(',"alignment":-Infinity'), "alignment", None, "not_finite"),
    "confidence 85": (line(',"confidence":85'), "confidence", None, "out_of_range"),
    "confidence -0.01": (line(',"confidence":-0.01'), "confidence", None, "out_of_range"),
    "alignment -1.2": (line(',"alignment":-1.2'), "alignment", None, "out_of_range"),
    "alignment 1.01": (line(',"alignment":1.01'), "alignment", None, "out_of_range"),
    "confidence NaN": (line(',"confidence":NaN'), "confidence", None, "not_finite"),
    "half a surrogate": (line(r',"text":"a\ud83d"'), "text", "a\ufffd", "lone_surrogate"),
    "the other half": (line(r',"text":"\uDE00b"'), "text", "\ufffdb", "lone_surrogate"),
    "halves in the wrong order": (
        line(r',"text":"\ude00\ud83d"'),
        "text",
        "\ufffd\ufffd",
        "lone_surrogate",
    ),
    "half a surrogate in case_id": (
        line().replace('"c"', r'"c\ud800"'),
        "case_id",
        "c\ufffd",
        "lone_surrogate",
    ),
}
HARMLESS = {
    "NUL in a text": line(r',"text":"a\u0000b"'),
    "a whole surrogate pair": line(r',"text":"\ud83d\ude00"'),
    "a text that looks like JSON": line(r',"text":"{\"a\":1,\"a\":2,\"b\":NaN}"'),
    "2^53": line(',"tokens_in":9007199254740992'),
    "60 nested lists": line(',"note":' + "[" * 60 + "]" * 60),
    "alignment -1": line(',"alignment":-1'),
    "attempt 1.0": line(',"attempt":1.0'),
    "a text with line separators": line(',"text":"a\u2028b\u2029c\x85d"'),
    "the right subject": line(envelope=',"subject":"c/s/1"'),
    "a leap day": line(envelope=',"occurred_at":"2028-02-29T00:00:00.123456789-11:30"'),
    "an unknown field": line(',"note":{"deep":[{"er":1}]}'),
    # The slow path, which 16 digits ask for, keeps both ends of the range.
    "confidence 1.0": line(',"confidence":1.0,"note":9007199254740992'),
    "confidence 1": line(',"confidence":1,"note":9007199254740992'),
    "confidence 0": line(',"confidence":0,"note":9007199254740992'),
    "an integral double": line(',"latency_ms":1e3'),
    r"an escaped \x41": line(r',"text":"\\x41"'),
    "a key that ends in a backslash": line(r',"a\\":1'),
}


@pytest.mark.parametrize("name", REPAIRED)
def test_repaired_by_name(classified, name):
    """What can be kept after a change says so in its payload."""
    text, path, now, rule = REPAIRED[name]
    [(payload, _)], skipped, result = classified([text])
    fields = json.loads(payload)

    assert [] == skipped
    assert now == fields[path]
    assert [(path, rule)] == [(entry["path"], entry["rule"]) for entry in fields["repairs"]]
    assert {rule: 1} == dict(result.repairs)


@pytest.mark.parametrize("name", HARMLESS)
def test_harmless_is_kept(classified, name):
    """What only looks dangerous is kept as it is."""
    text = HARMLESS[name]
    [(payload, _)], skipped, result = classified([text])

    assert [] == skipped
    assert json.loads(text)["payload"] == json.loads(payload)
    assert 0 == result.repairs.total()


def test_the_same_bytes_on_both_paths(classified):
    """An event keeps the same bytes whether the fast or the slow path accepted it."""
    fields = ',"latency_ms":1.50,"text":"\\u00e9 \\/ \\"x\\"","note":%s'
    fast, slow = (line(fields % note) for note in ("1e2", '{"a":1e2}'))
    [(first, _), (second, _)], _, _ = classified([fast, slow])

    assert first == second.replace('{"a":100.0}', "100.0")


def test_repairs_and_redactions_go_on(classified):
    """An event that was repaired before keeps what was recorded then."""
    before = [{"path": "x", "was": "NaN", "rule": "not_finite"}]
    text = line(f',"repairs":{json.dumps(before)},"confidence":7,"error":"AKIAIOSFODNN7EXAMPLE"')
    [(payload, _)], _, result = classified([text])
    fields = json.loads(payload)

    assert [*before, {"path": "confidence", "was": 7, "rule": "out_of_range"}] == fields["repairs"]
    assert [{"path": "error", "rule": "aws_access_key", "count": 1}] == fields["redactions"]
    assert {"aws_access_key": 1} == dict(result.redactions)


def test_accepted_again_it_stays_the_same(classified):
    """What the door let in passes it again unchanged."""
    text = line(
        ',"confidence":7,"error":"see https://u1:p2@host and sk-ant-0123456789abcdef01234"'
    )
    [(first, _)], _, _ = classified([text])
    [(second, _)], _, result = classified([LINE % (first, "")])

    assert first == second
    assert 0 == result.redactions.total() + result.repairs.total()


@pytest.mark.parametrize("value", ["", ',"value":null', ',"value":NaN'])
def test_measured_without_a_value_is_unscored(classified, value):
    """Nothing was measured, which is no right and no wrong, and no number either."""
    verdict = '{"case_id":"c","system_id":"s","validator_id":"v","outcome":"measured","reason":"r"'
    text = f'{{"kind":"verdict_recorded","run_id":"r1","payload":{verdict}{value}}}}}'
    [(payload, _)], _, result = classified([text])
    kept = json.loads(payload)

    assert ("unscored", None) == (kept["outcome"], kept.get("value"))
    assert {"path": "outcome", "was": "measured", "rule": "no_value"} == kept["repairs"][-1]
    assert 1 == result.repairs["no_value"]


def test_parameters_in_any_order_are_one_subject(classified):
    """A figure is the same one whatever the order of its parameters; no parameters are {}."""
    line = '{"kind":"score_reported","run_id":"r1","payload":{"scorer":"m","metric":"mean"%s}}'
    texts = [',"params":{"k":2,"b":"x"}', ',"params":{"b":"x","k":2}', "", ',"params":{}']
    kept, skipped, _ = classified([line % text for text in texts])

    assert [] == skipped
    assert ["/m/mean/%7B%22b%22%3A%22x%22%2C%22k%22%3A2%7D//"] * 2 + ["/m/mean///"] * 2 == [
        subject for _, subject in kept
    ]
