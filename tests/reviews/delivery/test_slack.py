"""Messages to Slack, against a service that answers as its incoming webhooks do."""

import json

import pytest

from evalstore.reviews.delivery.delivery_error import DeliveryError, NotConfiguredError
from evalstore.reviews.delivery.slack import SlackSettings, deliver, slack_body
from tests.reviews.delivery.messages import Ticks, case, finding, message, transport
from tests.reviews.delivery.service import Reply

PATH = "/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX"
OK = Reply(200, b"ok", {"Content-Type": "text/html"})

pytest.importorskip("slack_sdk")


def sent(service, ticks=None, **limits):
    settings = SlackSettings(host=service.url.removeprefix("http://"))
    told = transport({"SLACK_WEBHOOK_URL": service.url + PATH}, ticks, **limits)
    return deliver(settings, message(), frozenset(), told)


def test_message(service):
    """One message is posted: a heading, the run, the reasons, the cases and the job."""
    service.next = [OK]

    assert sent(service) == "message sent"
    [one] = service.got
    assert (one.method, one.path) == ("POST", PATH)
    assert [block["type"] for block in one.body["blocks"]] == [
        "header", "section", "section", "section", "context",
    ]  # fmt: skip
    assert one.body["blocks"][2]["text"] == {
        "type": "mrkdwn", "text": "• Accuracy of maia is 0.5, below 0.85.", "verbatim": True,
    }  # fmt: skip
    assert one.body["blocks"][4]["elements"][0]["text"] == "<https://ci.example/runs/1|The job>"
    assert (one.body["unfurl_links"], one.body["unfurl_media"]) == (False, False)


def test_lengths():
    """However many and long the findings are, each block keeps to Slack's length."""
    many = tuple(finding(sentence="<&>" * 400, gate_id=f"g{number}") for number in range(90))
    body = slack_body(message(findings=many, cases=(case(verdict="&" * 5000),) * 9))

    assert len(body["blocks"]) <= 50
    assert len(body["blocks"][0]["text"]["text"]) <= 150
    lengths = [len(block["text"]["text"]) for block in body["blocks"] if "text" in block]
    assert max(lengths) <= 3000
    assert not [part for part in json.dumps(body).split("&") if part.startswith("…")]


@pytest.mark.parametrize(
    ("trouble", "wait_s"),
    [
        (Reply(429, b"rate_limited", {"Retry-After": "30"}), 30.0),
        (Reply(500, b"rollup_error"), 1.0),
        (Reply(503, b""), 1.0),
    ],
)
def test_try_again(service, trouble, wait_s):
    """A limit or an error of the server is waited for as long as Slack asks."""
    service.next = [trouble, OK]
    ticks = Ticks()

    assert sent(service, ticks) == "message sent"
    assert ticks.slept == [wait_s]


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (Reply(400, b"invalid_payload"), "answered 400 to POST: invalid_payload"),
        (Reply(403, b"action_prohibited"), "action_prohibited; the workspace does not allow it"),
        (Reply(404, b"no_service"), "no_service; the webhook in the variable does not exist"),
        (Reply(410, b"channel_is_archived"), "the channel is archived"),
        (Reply(302, b"", {"Location": "https://evil.example"}), "redirects to evil.example"),
    ],
)
def test_no_second_try(service, trouble, said):
    """A refusal is said in Slack's words; the address of the webhook is not."""
    service.next = [trouble]

    with pytest.raises(DeliveryError, match=said) as caught:
        sent(service)
    assert len(service.got) == 1
    assert "XXXX" not in str(caught.value)


def test_refusal_that_repeats_the_address(service):
    """An answer that quotes the address is said without it."""
    service.next = [Reply(400, f"no such {service.url}{PATH}".encode())]

    with pytest.raises(DeliveryError, match="400") as caught:
        sent(service)
    assert PATH not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/services/T/B/X",
        "http://hooks.slack.com/services/T/B/X",
        "https://hooks.slack.com@evil.example/services",
        "https://user:pw@hooks.slack.com/services",
        "https://hooks.slack.com.evil.example/",
        "https://[hooks.slack.com/services",
        "not an address",
    ],
)
def test_other_addresses(url):
    """An address of another host, without https or with a user is not sent to, and not shown."""
    with pytest.raises(NotConfiguredError, match="SLACK_WEBHOOK_URL is not a valid") as caught:
        deliver(SlackSettings(), message(), frozenset(), transport({"SLACK_WEBHOOK_URL": url}))
    assert url not in str(caught.value)


def test_address_is_not_logged(service, caplog):
    """The address is in no record of a log, at any level, also not of the libraries."""
    caplog.set_level("DEBUG")
    service.next = [OK]
    sent(service)

    assert PATH not in caplog.text


def test_no_address_in_the_log_of_another_thread(service, caplog):
    """The log stays silent on an address though another delivery ends while it is sent."""
    caplog.set_level("DEBUG")

    def answer(request):
        if request.path == PATH:
            transport({}).session(service.url).get(f"{service.url}/other")
        return OK

    service.route = answer
    sent(service)

    assert [one.path for one in service.got] == [PATH, "/other"]
    assert "XXXX" not in caplog.text
