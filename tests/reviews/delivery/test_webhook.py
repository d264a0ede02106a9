"""Signed requests, received by a server that verifies them as the specification says."""

import base64
import json
from dataclasses import replace
from datetime import datetime

import pytest

from evalstore.reviews.delivery.clock import Clock
from evalstore.reviews.delivery.delivery_error import DeliveryError, NotConfiguredError
from evalstore.reviews.delivery.retrying import DeliveryLimits
from evalstore.reviews.delivery.transport import Transport
from evalstore.reviews.delivery.webhook import WebhookSettings, deliver
from tests.reviews.delivery.messages import Ticks, case, message, review, transport
from tests.reviews.delivery.service import Reply

standardwebhooks = pytest.importorskip("standardwebhooks")
SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
ENVIRONMENT = {"EVALSTORE_WEBHOOK_SECRET": SECRET}


def sent(service, text="fail", *, environment=ENVIRONMENT, ticks=None, **changed):
    settings = WebhookSettings(url=f"{service.url}/hook?team=1")
    told = (
        transport(environment, ticks)
        if ticks
        else Transport(environment, DeliveryLimits(), Clock())
    )
    return deliver(settings, message(text, **changed), frozenset(), told)


def test_receiver_verifies(service):
    """The reference library accepts the signature, and refuses another body or secret."""
    sent(service)

    [one] = service.got
    assert (one.method, one.path, one.query) == ("POST", "/hook", {"team": ["1"]})
    body = standardwebhooks.Webhook(SECRET).verify(one.raw, one.headers)
    assert (body["type"], body["data"]["occasions"]) == ("gate.decided", ["fail"])
    assert body["data"]["review"]["findings"][0]["gate_id"] == "accuracy"
    refusal = standardwebhooks.webhooks.WebhookVerificationError
    with pytest.raises(refusal):
        standardwebhooks.Webhook(SECRET).verify(one.raw.replace(b"fail", b"pass"), one.headers)
    other = "whsec_" + base64.b64encode(bytes(32)).decode()
    with pytest.raises(refusal):
        standardwebhooks.Webhook(other).verify(one.raw, one.headers)


def test_id_is_that_of_the_decision(service):
    """The same decision has the same id whenever it is sent, another decision another."""
    for text in ("fail", "fail", "broken"):
        sent(service, text)

    ids = [one.headers["webhook-id"] for one in service.got]
    assert ids[0] == ids[1] != ids[2]


def test_each_try_is_signed_anew(service):
    """After a wait the signature is of the new time, so that it is not refused as too old."""
    service.next = [Reply(503), Reply(429, {}, {"Retry-After": "20"}), Reply(204, b"")]
    ticks = Ticks()
    sent(service, ticks=ticks)

    assert ticks.slept == [1.0, 20.0]
    assert [one.headers["webhook-timestamp"] for one in service.got] == [
        "1000000", "1000001", "1000021",
    ]  # fmt: skip
    assert len({one.headers["webhook-signature"] for one in service.got}) == 3
    assert len({one.headers["webhook-id"] for one in service.got}) == 1


def test_secrets_of_answers_are_redacted(service):
    """A secret in a reply or prompt, and our own, leave as the name of a rule."""
    leaked = case(response="key AKIAIOSFODNN7EXAMPLE", prompt=f"my {SECRET}")
    sent(service, cases=(leaked,))

    text = service.got[0].raw.decode()
    assert "AKIAIOSFODNN7EXAMPLE" not in text
    assert "[redacted:aws_access_key]" in text


def test_body_is_json_for_everybody(service):
    """Halves of characters, numbers that JSON lacks and times come as escapes, null and UTC."""
    odd = case(response="\ud83d half", confidence=float("nan"))
    run = replace(review().run, finished_at=datetime(2026, 5, 1, 12))  # noqa: DTZ001 - the store's
    sent(service, cases=(odd,), run=run)

    body = json.loads(service.got[0].raw)
    found = body["data"]["review"]["cases"][0]
    assert (found["response"], found["confidence"]) == ("\ud83d half", None)
    assert body["timestamp"] == "2026-05-01T12:00:00+00:00"


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_!!!", "hunter2", "whsec_c2hvcnQ="])
def test_secrets_that_cannot_sign(service, secret):
    """Without a secret of enough bytes nothing is sent, and the secret is not shown."""
    with pytest.raises(NotConfiguredError, match="EVALSTORE_WEBHOOK_SECRET") as caught:
        sent(service, environment={"EVALSTORE_WEBHOOK_SECRET": secret})
    assert service.got == []
    assert not secret or secret in "whsec_" or secret not in str(caught.value)


def test_refusals(service):
    """A redirect is not followed, and a refusal is said in the receiver's words."""
    service.next = [
        Reply(307, b"", {"Location": "https://evil.example/"}),
        Reply(422, {"error": "unknown type"}),
    ]
    with pytest.raises(DeliveryError, match=r"redirects to evil.example"):
        sent(service)
    with pytest.raises(DeliveryError, match="422 to POST /hook: unknown type"):
        sent(service)


def test_address_in_a_variable(service):
    """An address out of the environment is a secret: no error shows its path."""
    settings = WebhookSettings(url_variable="HOOK")
    told = transport(ENVIRONMENT | {"HOOK": f"{service.url}/secret-path-0123"})
    service.next = [Reply(404, b"no /secret-path-0123")]
    with pytest.raises(DeliveryError, match="answered 404 to POST") as caught:
        deliver(settings, message(), frozenset(), told)
    assert f"{service.url}/secret-path-0123" not in str(caught.value)

    told = transport(ENVIRONMENT | {"HOOK": "http://evil.example/x"})
    with pytest.raises(NotConfiguredError, match="HOOK is not a valid address"):
        deliver(settings, message(), frozenset(), told)
