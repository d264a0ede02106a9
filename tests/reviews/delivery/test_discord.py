"""Messages to Discord, against a service that answers as its webhooks do."""

import pytest

from evalstore.reviews.delivery.delivery_error import DeliveryError
from evalstore.reviews.delivery.discord import DiscordSettings, deliver, discord_body
from tests.reviews.delivery.messages import Ticks, case, finding, message, transport
from tests.reviews.delivery.service import Reply

PATH = "/api/webhooks/123456789/0123456789abcdefghijklmnopqrstuvwxyz"
OK = Reply(200, {"id": "1", "content": ""})


def sent(service, ticks=None):
    settings = DiscordSettings(host=service.url.removeprefix("http://"))
    told = transport({"DISCORD_WEBHOOK_URL": service.url + PATH}, ticks)
    return deliver(settings, message(), frozenset(), told)


def test_message(service):
    """One embed is posted, which mentions nobody, and Discord is asked to confirm it."""
    service.next = [OK]

    assert sent(service) == "message sent"
    [one] = service.got
    assert (one.method, one.path, one.query) == ("POST", PATH, {"wait": ["true"]})
    assert one.body["allowed_mentions"] == {"parse": []}
    [embed] = one.body["embeds"]
    assert "• Accuracy of maia is 0.5, below 0.85." in embed["description"]
    assert embed["url"] == "https://ci.example/runs/1"


def test_lengths():
    """However many and long the findings are, the embed keeps to Discord's lengths."""
    many = tuple(finding(sentence="*_~`" * 400, gate_id=f"g{number}") for number in range(90))
    body = discord_body(
        message(findings=many, cases=(case(verdict="|" * 5000),) * 9, decision="[x](y) " * 99)
    )

    [embed] = body["embeds"]
    assert len(embed["title"]) <= 256
    assert len(embed["description"]) <= 4096


@pytest.mark.parametrize(
    ("trouble", "wait_s"),
    [
        (Reply(429, {"message": "limited", "retry_after": 0.75, "global": False}), 0.75),
        (Reply(429, {"retry_after": 0.75}, {"Retry-After": "2"}), 2.0),
        (Reply(429, {}, {"X-RateLimit-Reset-After": "1.5"}), 1.5),
        (Reply(500, {"message": "500: Internal Server Error", "code": 0}), 1.0),
    ],
)
def test_try_again(service, trouble, wait_s):
    """A limit is waited for as long as Discord asks, in its body or its headers."""
    service.next = [trouble, OK]
    ticks = Ticks()

    assert sent(service, ticks) == "message sent"
    assert ticks.slept == [wait_s]


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (Reply(400, {"message": "Invalid Form Body", "code": 50035}), "Invalid Form Body"),
        (Reply(401, {"message": "Invalid Webhook Token"}), "Token; the webhook in the variable"),
        (Reply(404, {"message": "Unknown Webhook", "code": 10015}), "does not exist any more"),
        (Reply(308, b"", {"Location": "https://evil.example"}), "redirects to evil.example"),
    ],
)
def test_no_second_try(service, trouble, said):
    """A refusal is said in Discord's words; the address of the webhook is not."""
    service.next = [trouble]

    with pytest.raises(DeliveryError, match=said) as caught:
        sent(service)
    assert len(service.got) == 1
    assert "0123456789abc" not in str(caught.value)
