"""Write to a channel of Discord through its webhook."""

from dataclasses import dataclass
from typing import Any, Final

from evalstore.base.settings import variable
from evalstore.reviews.delivery import summary
from evalstore.reviews.delivery.addresses import host
from evalstore.reviews.delivery.chat_url import chat_url
from evalstore.reviews.delivery.message import DeliveryMessage
from evalstore.reviews.delivery.slack import within
from evalstore.reviews.delivery.transport import Transport
from evalstore.reviews.report.untrusted import SYNTAX, break_auto_links

HOSTS: Final = ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com")
TITLE_LENGTH_MAX: Final = 256
# For the description of an embed; the whole embed may have 6,000 characters.
DESCRIPTION_LENGTH_MAX: Final = 4096
HINTS: Final = {
    401: "the webhook in the variable is not valid",
    404: "the webhook in the variable does not exist any more",
}
COLOURS: Final = {"pass": 0x2E8B57, "fail": 0xC0392B, "broken": 0x8E44AD, "undecided": 0xB7950B}


@dataclass(frozen=True, slots=True)
class DiscordSettings:
    """The table ``[notify.discord]``."""

    url_variable: str = variable("DISCORD_WEBHOOK_URL")
    host: str = host()


def deliver(
    settings: DiscordSettings, message: DeliveryMessage, on: frozenset[str], transport: Transport
) -> str:
    """Send the message; raises DeliveryError, and NotConfiguredError without an address."""
    del on
    hosts = (settings.host,) if settings.host else HOSTS
    url = chat_url(transport, settings.url_variable, hosts)
    shown = f"https://{hosts[0]}/[{settings.url_variable}]?wait=true"
    session = transport.session(url, secrets=(url,), shown_url=shown, hints=HINTS)
    body = discord_body(message)
    # Without it, Discord answers success before it has processed the message.
    transport.with_retries(lambda: session.post(url, json=body, params={"wait": "true"}))
    return "message sent"


def discord_body(message: DeliveryMessage) -> dict[str, Any]:
    """
    Return the message as one embed.

    It mentions no users or roles: ``allowed_mentions`` is empty, and the texts are escaped.
    """
    review = message.review
    lines = [
        escaped(summary.facts(review), 1000),
        *(f"• {escaped(line, 1000)}" for line in summary.finding_lines(review)),
        *(f"• {escaped(line, 1000)}" for line in summary.case_lines(review)),
    ]
    embed: dict[str, Any] = {
        "title": escaped(summary.headline(message), TITLE_LENGTH_MAX),
        "description": within([line for line in lines if line], DESCRIPTION_LENGTH_MAX),
        "color": COLOURS.get(review.answer, 0),
    }
    if message.job_url:
        embed["url"] = message.job_url
    return {"embeds": [embed], "allowed_mentions": {"parse": []}, "tts": False}


def escaped(text: str, length: int) -> str:
    r"""
    Return a text without active Discord syntax, at most ``length`` characters long.

    >>> escaped("@everyone [x](https://e.example)", 100)
    '@\u200beveryone \\[x\\]\\(https:\u200b//e.example\\)'
    """
    apart = break_auto_links(text)
    result = SYNTAX.sub(r"\\\1", apart)
    while len(result) > length:
        # Cut before escaping, so that no escape sequence is cut in half.
        apart = apart[: len(apart) - max(1, (len(result) - length) // 2)].rstrip()
        result = SYNTAX.sub(r"\\\1", apart) + "…"
    return result
