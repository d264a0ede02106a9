"""Hostile input is refused by name; nothing of it is accepted in silence."""

import pytest

PAYLOAD = '{"case_id":"c","system_id":"s","status":"ok"%s}'
LINE = '{"kind":"response_recorded","run_id":"r1","payload":%s%s}'


def line(fields="", envelope=""):
    return LINE % (PAYLOAD % fields, envelope)


def verdict(fields):
    return (
        '{"kind":"verdict_recorded","run_id":"r1","payload":{"case_id":"c","system_id":"s",'
        f'"validator_id":"v",{fields}}}}}'
    )


def case(fields):
    return (
        '{"kind":"case_generated","run_id":"r1","payload":{"case_id":"c","domain":"d"'
        f"{fields}}}}}"
    )


REFUSED = {
    "no JSON": ("not JSON", "hello"),
    "a number": ("not a JSON object", "5"),
    "a list": ("not a JSON object", "[1]"),
    "null": ("not a JSON object", "null"),
    "cut short": ("not JSON", line()[:-1]),
    "two on a line": ("not JSON", line() + line()),
    "a brace too many": ("not JSON", line() + "}"),
    "trailing comma in the payload": ("not JSON", line(",")),
    "trailing comma in the envelope": ("not JSON", line(envelope=",")),
    "trailing comma in a list": ("not JSON", line(',"turns":[1, ]')),
    "a comment": ("not JSON", line() + "// hello"),
    "single quotes": ("not JSON", line().replace('"', "'")),
    r"a \x41 escape": ("not JSON", line(r',"text":"\x41"')),
    "a leading zero": ("not JSON", line(',"latency_ms":01')),
    "a plus sign": ("not JSON", line(',"latency_ms":+1')),
    "nan in small letters": ("not JSON", line(',"latency_ms":nan')),
    "inf": ("not JSON", line(',"latency_ms":inf')),
    "a raw tab in a string": ("not JSON", line(',"text":"a\tb"')),
    "a byte order mark": ("not JSON", "\ufeff" + line()),
    "a key twice in the payload": ("duplicate key", line(',"case_id":"d"')),
    "an unknown key twice": ("duplicate key", line(',"note":1,"note":2')),
    "a key twice, once escaped": ("duplicate key", line(r',"case_\u0069d":"d"')),
    "a key twice in the envelope": ("duplicate key", line(envelope=',"run_id":"r2"')),
    "a key twice with spaces": ("duplicate key", line(envelope=',"run_id" : "r2"')),
    "a key twice deep inside": ("duplicate key", line(',"turns":[{"a":1,"a":2}]')),
    "a key twice in attributes": (
        "duplicate key",
        case(',"attributes":{"x":1,"x":2}'),
    ),
    "a key twice, ending in a backslash": ("duplicate key", line(r',"m":{"a\\":1,"a\\":2}')),
    "2^53 + 1": ("integer beyond 2^53", line(',"tokens_in":9007199254740993')),
    "2^53 + 1 in an unknown field": ("integer beyond 2^53", line(',"note":9007199254740993')),
    "- 2^53 - 1": ("integer beyond 2^53", line(',"note":[ -9007199254740993]')),
    "an integer of 5000 digits": ("integer beyond 2^53", line(',"note":' + "9" * 5000)),
    "1e400": ("number too large", line(',"note":1e400')),
    "-1e999": ("number too large", line(',"note":[-1.5E+999]')),
    "100 nested lists": ("nested too deeply", line(',"note":' + "[" * 100 + "]" * 100)),
    "100 nested objects": (
        "nested too deeply",
        line(',"note":' + '{"a":' * 100 + "1" + "}" * 100),
    ),
    "100,000 nested lists": ("nested too deeply", line(',"note":' + "[" * 100_000)),
    "unknown kind": ("unknown kind", line().replace("response_recorded", "nonsense")),
    "kind in capitals": ("unknown kind", line().replace("response_", "RESPONSE_")),
    "no kind": ("missing field", '{"run_id":"r1","payload":{}}'),
    "no run_id": ("missing field", '{"kind":"run_started","payload":{"suite":"s"}}'),
    "no payload": ("missing field", '{"kind":"run_started","run_id":"r1"}'),
    "payload is text": ("wrong type", LINE % ('"x"', "")),
    "payload is a list": ("wrong type", LINE % ("[]", "")),
    "payload is null": ("wrong type", LINE % ("null", "")),
    "unknown field of the envelope": ("unknown field", line(envelope=',"colour":"red"')),
    "empty run_id": ("bad length", line().replace('"r1"', '""')),
    "run_id of 513 characters": ("bad length", line().replace("r1", "r" * 513)),
    "newline in run_id": ("bad form", line().replace("r1", r"r1\n")),
    "NUL in run_id": ("bad form", line().replace("r1", r"r\u0000")),
    "C1 control in run_id": ("bad form", line().replace("r1", "r\x85")),
    "half a surrogate in run_id": ("bad form", line().replace("r1", r"r\ud800")),
    "run_id is a number": ("wrong type", line().replace('"r1"', "1")),
    "NUL in case_id": ("bad form", line().replace('"c"', r'"c\u0000"')),
    "empty case_id": ("bad length", line().replace('"c"', '""')),
    "case_id of 513 characters": ("bad length", line().replace('"c"', f'"{"c" * 513}"')),
    "case_id is a number": ("wrong type", line().replace('"c"', "7")),
    "case_id is null": ("wrong type", line().replace('"c"', "null")),
    "no case_id": ("missing field", line().replace('"case_id":"c",', "")),
    "unknown status": ("value not allowed", line().replace('"ok"', '"fine"')),
    "confidence as text": ("wrong type", line(',"confidence":"0.9"')),
    "confidence is true": ("wrong type", line(',"confidence":true')),
    "attempt 0": ("value out of range", line(',"attempt":0')),
    "attempt 1.5": ("wrong type", line(',"attempt":1.5')),
    "attempt 1e-7": ("wrong type", line(',"attempt":1e-7')),
    "attempt 2^31": ("value out of range", line(',"attempt":2147483648')),
    "attempt as text": ("wrong type", line(',"attempt":"1"')),
    "latency below 0": ("value out of range", line(',"latency_ms":-1')),
    "tokens below 0": ("value out of range", line(',"tokens_in":-1')),
    "answer is a list": ("wrong type", line(',"answer":["a"]')),
    "repairs that are none": ("wrong type", line(',"repairs":"all"')),
    "score 1.5": ("value out of range", verdict('"outcome":"right","reason":"","score":1.5')),
    "scores above 1": (
        "value out of range",
        verdict('"outcome":"right","reason":"","scores":{"respect":1.01}'),
    ),
    "scores as text": (
        "wrong type",
        verdict('"outcome":"right","reason":"","scores":{"respect":"1"}'),
    ),
    "reason is a number": ("wrong type", verdict('"outcome":"right","reason":7')),
    "empty domain": ("bad length", case("").replace('"d"', '""')),
    "response_event_id is no UUID": (
        "bad form",
        verdict('"outcome":"right","reason":"","response_event_id":"7"'),
    ),
    "tags of numbers": ("wrong type", verdict('"outcome":"right","reason":"","tags":[1]')),
    "attributes that nest": (
        "wrong type",
        case(',"attributes":{"x":{"y":1}}'),
    ),
    "a retracted non-UUID": (
        "bad form",
        '{"kind":"retracted","run_id":"r1","payload":{"event_id":"the last","reason":"r"}}',
    ),
    "schema_version 2": ("newer schema version", line(envelope=',"schema_version":2')),
    "schema_version 0": ("value out of range", line(envelope=',"schema_version":0')),
    "schema_version as text": ("wrong type", line(envelope=',"schema_version":"1"')),
    "another subject": ("subject does not match", line(envelope=',"subject":"c/s/2"')),
    "supersedes is no UUID": ("bad form", line(envelope=',"supersedes":"x"')),
    "a secret in source": (
        "secret in the envelope",
        line(envelope=',"source":"logs of AKIAIOSFODNN7EXAMPLE"'),
    ),
    "a secret in run_id": (
        "secret in the envelope",
        line().replace("r1", "r1-sk-ant-0123456789abcdef01234"),
    ),
    "a time in 1969": (
        "time out of range",
        line(envelope=',"occurred_at":"1969-12-31T23:59:59Z"'),
    ),
    "a time in 2300": (
        "time out of range",
        line(envelope=',"occurred_at":"2300-01-01T00:00:00Z"'),
    ),
    "1970 with an offset": (
        "time out of range",
        line(envelope=',"occurred_at":"1970-01-01T00:00:00+01:00"'),
    ),
    "30 February": ("not a time", line(envelope=',"occurred_at":"2026-02-30T00:00:00Z"')),
    "hour 24": ("not a time", line(envelope=',"occurred_at":"2026-02-20T24:00:00Z"')),
    "a date": ("not a time", line(envelope=',"occurred_at":"2026-02-20"')),
    "a time as a number": ("wrong type", line(envelope=',"occurred_at":1700000000')),
}


def test_there_are_enough_of_them():
    """The promise is sixty hostile inputs or more, those that are repaired not counted."""
    assert len(REFUSED) >= 60


@pytest.mark.thinned(4)
@pytest.mark.parametrize("name", REFUSED)
def test_refused_by_name(classified, name):
    """What cannot be kept is refused, with a reason to count by and a sentence to act on."""
    reason, text = REFUSED[name]
    accepted, skipped, _ = classified([text])

    assert [] == accepted
    assert [(reason, "line 1")] == [(found, location) for found, _, location in skipped]
    assert len(skipped[0][1]) > 20


def test_one_bad_line_does_not_touch_the_others(classified):
    """Each line stands for itself, and keeps its number."""
    accepted, skipped, _ = classified([line(), "nonsense", "", "  ", line(',"attempt":2')])

    assert ["c/s/1", "c/s/2"] == [subject for _, subject in accepted]
    assert ["line 2"] == [location for *_, location in skipped]
