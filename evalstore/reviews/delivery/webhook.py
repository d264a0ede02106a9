"""
Send the review as JSON to a user's own URL, signed according to Standard Webhooks.

The headers are ``webhook-id``, the same for the same decision, so that a receiver recognises
repeats; ``webhook-timestamp``, in Unix seconds; and ``webhook-signature``, an HMAC-SHA256 over
``id.timestamp.body`` with the secret (https://www.standardwebhooks.com).
"""

import base64
import binascii
import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Final

from evalstore.base.settings import flag, text, variable
from evalstore.reviews.delivery.addresses import NO_ADDRESS, is_address
from evalstore.reviews.delivery.delivery_error import NotConfiguredError
from evalstore.reviews.delivery.message import DeliveryMessage
from evalstore.reviews.delivery.redacting import redacted
from evalstore.reviews.delivery.transport import Transport

KIND: Final = "gate.decided"
PREFIX: Final = "whsec_"
# Lengths of a secret that the specification allows.
SECRET_BYTES: Final = range(24, 65)
STAND_IN: Final = PREFIX + base64.b64encode(bytes(24)).decode()
STAND_IN_URL: Final = "https://receiver.example/"


@dataclass(frozen=True, slots=True)
class WebhookSettings:
    """The table ``[notify.webhook]``: the URL, or the name of the variable that contains it."""

    # Which addresses are allowed depends on `allow_http`.
    url: str = text("", secret=NO_ADDRESS)
    url_variable: str = variable("")
    secret_variable: str = variable("EVALSTORE_WEBHOOK_SECRET")
    allow_http: bool = flag(False)


def deliver(
    settings: WebhookSettings, message: DeliveryMessage, on: frozenset[str], transport: Transport
) -> str:
    """Send the review; raises DeliveryError, and NotConfiguredError without URL or secret."""
    from standardwebhooks import Webhook

    del on
    secret = _secret(settings, transport)
    url = settings.url or transport.secret(settings.url_variable, STAND_IN_URL)
    if not is_address(url, allow_http=settings.allow_http):
        raise NotConfiguredError(
            f"{settings.url_variable} is not a valid address; expected https://"
        )
    is_secret = not settings.url
    session = transport.session(
        url,
        secrets=(secret, url) if is_secret else (secret,),
        shown_url=f"[{settings.url_variable}]" if is_secret else "",
    )
    text = webhook_body(message)
    message_id = webhook_id(message)
    webhook = Webhook(secret)

    def once() -> None:
        # A receiver refuses signatures older than five minutes, so each try is signed again.
        now = datetime.fromtimestamp(int(transport.clock.epoch()), UTC)
        headers = {
            "Content-Type": "application/json",
            "webhook-id": message_id,
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": webhook.sign(message_id, now, text),
        }
        session.post(url, data=text.encode("utf-8"), headers=headers)

    transport.with_retries(once)
    return f"sent as {message_id}"


def _secret(settings: WebhookSettings, transport: Transport) -> str:
    secret = transport.secret(settings.secret_variable, STAND_IN)
    try:
        length = len(base64.b64decode(secret.removeprefix(PREFIX), validate=True))
    except (binascii.Error, ValueError):
        length = 0
    if length not in SECRET_BYTES:
        raise NotConfiguredError(
            f"{settings.secret_variable} is not a valid secret for signing; expected {PREFIX} and "
            "24 to 64 random bytes in base64, such as those of `openssl rand -base64 32`"
        )
    return secret


def webhook_id(message: DeliveryMessage) -> str:
    """Return an identifier that is the same for the same decision on the same run."""
    review = message.review
    parts = [review.key, review.run.run_id, review.answer]
    for item in review.findings:
        parts += [item.gate_id, item.system_id, item.where, item.answer, item.reason]
    return f"msg_{hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]}"


def webhook_body(message: DeliveryMessage) -> str:
    """Return the review as JSON, without secrets; NaN and infinities become null."""
    review = asdict(message.review)
    data: dict[str, Any] = {
        "occasions": sorted(message.occasions),
        "job_url": message.job_url,
        "review": redacted(_plain(review)),
    }
    body = {"type": KIND, "timestamp": _plain(message.review.run.finished_at), "data": data}
    return json.dumps(body, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, datetime):
        # Times of the store are in UTC and have no time zone.
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).isoformat()
    # JSON has no NaN and no infinities.
    if isinstance(value, float) and not abs(value) < float("inf"):
        return None
    return value
