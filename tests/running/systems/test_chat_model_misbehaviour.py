"""What a service does wrong is an error, unparsable or missing: never a wrong answer."""

import json

import pytest

from evalstore.plugins.question import Question

PARIS = '{"answer": "Paris", "confidence": 0.9}'
KEY = "not-a-real-key-1234567890"


def told(response):
    """Return what is left of a response that holds no answer."""
    assert response.answer is None
    assert response.confidence is None
    return response.status, response.error


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503])
def test_passing_trouble_is_asked_again(service, chat, asked, status):
    """After trouble that passes the answer comes, and the tries are counted."""
    trouble = service.gives(status, b'{"error": {"message": "busy"}}')
    service.plays(trouble, trouble, service.says(PARIS))

    response = chat(retries=2).ask(asked, 1)

    assert ("ok", "Paris", 2) == (response.status, response.answer, response.extra["retry_count"])


@pytest.mark.parametrize("status", [429, 500])
def test_tries_are_bounded(service, chat, asked, status):
    """Trouble that stays ends as an error after the tries allowed, with what the service said."""
    service.plays(service.gives(status, b'{"error": {"message": "too busy"}}'))

    response = chat(retries=3).ask(asked, 1)

    assert ("error", f"the service answered {status}: too busy (asked 4 times)") == told(response)
    assert 4 == len(service.requests)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_what_will_not_pass_is_not_asked_again(service, chat, asked, status):
    """A refusal that will stay one is asked once."""
    service.plays(service.gives(status, b"no\n\nsuch  thing", kind="text/plain"))

    response = chat(retries=3, response_format="none").ask(asked, 1)

    assert ("error", f"the service answered {status}: no such thing") == told(response)
    assert 1 == len(service.requests)


@pytest.mark.parametrize(
    ("header", "expected"),
    [(None, 2.0), ("3", 3.0), ("3600", 5.0), ("nan", 2.0), ("-1", 2.0), ("soon", 2.0)],
)
def test_waiting_time(service, chat, asked, header, expected, monkeypatch):
    """Retry-After is honoured up to a bound; without a number in it the back-off counts."""
    headers = {} if header is None else {"Retry_After": header}
    service.plays(service.gives(429, **headers), service.says(PARIS))
    system = chat(retries=1, backoff_s=2.0, wait_s_max=5.0)
    waits = []
    monkeypatch.setattr(system._client._closed, "wait", waits.append)

    system.ask(asked, 1)

    # The back-off may be half as long again.
    assert 1 == len(waits)
    assert expected <= waits[0] <= (expected if expected != 2.0 else 3.0)


def test_back_off_doubles(service, chat, asked, monkeypatch):
    """Each time the wait is about twice as long, up to the bound."""
    service.plays(service.gives(500))
    system = chat(retries=5, backoff_s=1.0, wait_s_max=9.0)
    waits = []
    monkeypatch.setattr(system._client._closed, "wait", waits.append)

    system.ask(asked, 1)

    lows = [1.0, 2.0, 4.0, 8.0, 9.0]
    assert all(low <= wait <= min(1.5 * low, 9.0) for low, wait in zip(lows, waits, strict=True))


def test_slow_service(service, chat, asked):
    """A service that says nothing in time is an error."""
    service.plays(service.waits())

    response = chat(timeout_s=0.2).ask(asked, 1)

    assert ("error", "no whole answer within 0.2 s") == told(response)


def test_dripping_service(service, chat, asked):
    """The time is that of the whole answer: one byte now and then does not stretch it."""
    service.plays(service.drips())

    response = chat(timeout_s=0.3).ask(asked, 1)

    assert ("error", "no whole answer within 0.3 s") == told(response)


def test_cut_off_body(service, chat, asked):
    """A body that ends before its length is a broken connection."""
    service.plays(service.breaks_off())

    status, error = told(chat().ask(asked, 1))

    assert "error" == status
    assert error.startswith("the connection failed: ")


def test_connection_refused(service, chat, asked):
    """Where nobody listens, that is the error."""
    system = chat()
    service.server.server_close()

    status, error = told(system.ask(asked, 1))

    assert "error" == status
    assert error.startswith("the connection failed: ")


@pytest.mark.parametrize("status", [200, 500])
def test_endless_body(service, chat, asked, status):
    """Only so much of a body is read, also of that of an error."""
    service.plays(service.floods(status))

    status_told, error = told(chat().ask(asked, 1))

    assert "error" == status_told
    assert ("longer than" in error) == (status == 200)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"", "the service's answer is not JSON"),
        (b"{", "the service's answer is not JSON"),
        (b"\xff\xfe", "the service's answer is not JSON"),
        (b"[" * 100_000, "the service's answer is not JSON"),
        (b"[]", "the service's answer is JSON, but no object"),
        (b"{}", "the service's answer has no choices[0].message"),
        (b'{"choices": []}', "the service's answer has no choices[0].message"),
        (b'{"choices": ["Paris"]}', "the service's answer has no choices[0].message"),
        (b'{"choices": [{"message": "Paris"}]}', "the service's answer has no choices"),
        (b'{"error": {"message": "overloaded"}}', "no choices[0].message: overloaded"),
    ],
)
def test_bad_body(service, chat, asked, body, expected):
    """A body that is not the protocol's is an error."""
    service.plays(service.gives(200, body))

    status, error = told(chat().ask(asked, 1))

    assert "error" == status
    assert expected in error


def test_encoded_body(service, chat, asked):
    """A body packed without being asked for is not unpacked: it could be any size."""
    service.plays(service.gives(200, b"\x1f\x8b", content_encoding="gzip"))

    expected = "the service's answer is encoded as 'gzip', expected identity"
    assert ("error", expected) == told(chat().ask(asked, 1))


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_are_not_followed(service, chat, asked, status):
    """Neither question nor key goes to an address that nobody configured."""
    service.plays(service.gives(status, location="/elsewhere"), service.says(PARIS))

    state, error = told(chat(retries=2).ask(asked, 1))

    assert "error" == state
    assert error.startswith(f"the service answered {status} and redirects elsewhere")
    assert ["/v1/chat/completions"] == service.paths


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Paris", "the text is not JSON"),
        (f"Here it is: {PARIS}", "the text is not JSON"),
        (f"{PARIS} {PARIS}", "the text is not JSON"),
        ('["Paris"]', "the text is JSON, but no object"),
        ('{"answer": "Paris"}', "'confidence' is a required property"),
        ('{"answer": ["Paris"], "confidence": 1}', "$.answer"),
        ('{"answer": "Paris", "confidence": 1.5}', "$.confidence"),
        ('{"answer": "Paris", "confidence": "high"}', "$.confidence"),
        ('{"answer": "Paris", "confidence": NaN}', "NaN is no number of JSON"),
        ('{"answer": "Paris", "answer": "Lyon", "confidence": 1}', "a key stands twice"),
        ("{" * 5000, "the text is not JSON"),
        ('{"a":' * 50_000, "the text is not strict JSON"),
    ],
)
def test_unparsable_text(service, chat, asked, text, expected):
    """A text that holds no answer of the form asked for is kept, and unparsable."""
    service.plays(service.says(text))

    response = chat().ask(asked, 1)

    status, error = told(response)
    assert ("unparsable", text) == (status, response.text)
    assert expected in error


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("length", "the answer was cut off at the limit of tokens"),
        ("content_filter", "the answer was cut off by the service's content filter"),
    ],
)
def test_cut_off_answer(service, chat, asked, reason, expected):
    """An answer that was cut off is none, even where it can be parsed."""
    service.plays(service.says(PARIS, finish_reason=reason))

    assert ("unparsable", expected) == told(chat().ask(asked, 1))


@pytest.mark.parametrize("text", [None, "", " \n"])
def test_empty_answer(service, chat, asked, text):
    """Where no text came, the answer is missing."""
    service.plays(service.says(text, finish_reason="tool_calls"))

    expected = "the service gave no text (finish_reason tool_calls)"
    assert ("missing", expected) == told(chat().ask(asked, 1))


def test_refusal(service, chat, asked, free):
    """A refusal is a text, but no answer of a form that was asked for."""
    service.plays(service.says(None, refusal="I will not."))
    system = chat()

    assert ("unparsable", "the model refused: I will not.") == told(system.ask(asked, 1))
    assert ("ok", None) == told(system.ask(free, 1))


def test_broken_conversation(service, chat):
    """A conversation that breaks says where, and what was said and spent until then."""
    service.plays(service.says("Yes."), service.says(None))

    response = chat().ask(Question("debate", ("Is it?", "Sure?", "Really?")), 1)

    expected = "turn 2 of 3: the service gave no text (finish_reason stop)"
    assert ("missing", expected) == told(response)
    assert ("Yes.", "") == response.turns
    assert (24, 10) == (response.tokens_in, response.tokens_out)


def test_spent_before_an_error(service, chat):
    """What was spent before an error is counted."""
    service.plays(service.says("Yes."), service.gives(400))

    response = chat().ask(Question("debate", ("Is it?", "Sure?")), 1)

    assert ("error", 12, 5) == (response.status, response.tokens_in, response.tokens_out)


def test_key_is_not_repeated(service, chat, asked):
    """A service that repeats the key in its words does not get it into the record."""
    body = json.dumps({"error": {"message": f"wrong key {KEY}"}}).encode()
    service.plays(service.gives(401, body))

    expected = "the service answered 401: wrong key [the key]"
    assert ("error", expected) == told(chat().ask(asked, 1))


def test_closing_ends_the_waiting(service, chat, asked):
    """Who is closed while it waits for another try does not wait to the end."""
    system = chat(retries=100, backoff_s=3600.0, wait_s_max=3600.0)

    def fail_and_close(handler):
        service.gives(500)(handler)
        system._client._closed.set()

    service.plays(fail_and_close)

    assert ("error", 1) == (told(system.ask(asked, 1))[0], len(service.requests))


def test_closed(service, chat, asked):
    """Who is closed asks nothing more."""
    system = chat()
    system.close()

    expected = "the service was not asked: the run is being ended"
    assert ("error", expected) == told(system.ask(asked, 1))
    assert [] == service.requests
