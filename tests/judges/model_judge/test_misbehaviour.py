"""A service that misbehaves towards a judge: an error, never wrong, and never its key."""

import pytest

from tests.chat_service import KEY
from tests.judges.model_judge.conftest import said

ACTS = {
    "silent": (lambda service: service.waits(), "no whole answer within 0.3 s"),
    "dripping": (lambda service: service.drips(), "no whole answer within 0.3 s"),
    "broken off": (lambda service: service.breaks_off(), "the connection failed"),
    "flooding": (lambda service: service.floods(), "longer than"),
    "flooding an error": (lambda service: service.floods(500), "500"),
    "no JSON": (lambda service: service.gives(200, b"<html>busy</html>"), "is not JSON"),
    "no choices": (lambda service: service.gives(200, b'{"choices": []}'), "could not be asked"),
    "a stream": (
        lambda service: service.gives(200, b'data: {"choices": []}\n\n', kind="text/event-stream"),
        "could not be asked",
    ),
    "a key echoed in an error": (
        lambda service: service.gives(
            401, b'{"error": {"message": "Incorrect API key provided: ' + KEY.encode() + b'."}}'
        ),
        "401",
    ),
}


@pytest.mark.parametrize("name", ACTS)
def test_it_is_an_error_of_the_judge(service, verdict, name):
    """The reply is not judged, and the reason says what the service did."""
    act, words = ACTS[name]
    service.plays(act(service))

    found = verdict(timeout_s=0.3)

    assert "error" == found.outcome
    assert "the judge could not be asked" in found.reason
    assert words in found.reason
    assert KEY not in found.reason


@pytest.mark.sweep
def test_a_key_in_a_reply_is_not_kept(service, quiz):
    """A model may say its key back; what is appended is without it."""
    quiz.add(count=1)
    service.plays(service.says(said(reason=f"My key is {KEY}.")))

    quiz.judge()

    [judged] = quiz.judges().values()
    assert "My key is" in str(judged)
    assert KEY not in str(judged)
