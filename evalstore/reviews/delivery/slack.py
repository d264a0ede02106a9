"""Write to a channel of Slack through an incoming webhook."""

from dataclasses import dataclass
from typing import Any, Final

from evalstore.base.settings import variable
from evalstore.reviews.delivery import summary
from evalstore.reviews.delivery.addresses import host
from evalstore.reviews.delivery.chat_url import chat_url
from evalstore.reviews.delivery.message import DeliveryMessage
from evalstore.reviews.delivery.transport import Transport
from evalstore.reviews.report.untrusted import APART, break_auto_links

HOSTS: Final = ("hooks.slack.com", "hooks.slack-gov.com")
HEADER_LENGTH_MAX: Final = 150
SECTION_LENGTH_MAX: Final = 3000
HINTS: Final = {
    403: "the workspace does not allow it, or the webhook was revoked",
    404: "the webhook in the variable does not exist any more",
    410: "the channel is archived",
}
# Characters that format a text, begin an emoji or quote.
FORMATTING: Final = "*_~`:|"
ESCAPES: Final = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;"} | {sign: f"{sign}{APART}" for sign in FORMATTING}
)


@dataclass(frozen=True, slots=True)
class SlackSettings:
    """The table ``[notify.slack]``."""

    url_variable: str = variable("SLACK_WEBHOOK_URL")
    host: str = host()


def deliver(
    settings: SlackSettings, message: DeliveryMessage, on: frozenset[str], transport: Transport
) -> str:
    """Send the message; raises DeliveryError, and NotConfiguredError without an address."""
    del on
    hosts = (settings.host,) if settings.host else HOSTS
    url = chat_url(transport, settings.url_variable, hosts)
    shown = f"https://{hosts[0]}/[{settings.url_variable}]"
    session = transport.session(url, secrets=(url,), shown_url=shown, hints=HINTS)
    body = slack_body(message)
    transport.with_retries(lambda: session.post(url, json=body))
    return "message sent"


def slack_body(message: DeliveryMessage) -> dict[str, Any]:
    """
    Return the message as Slack's blocks.

    Without ``verbatim`` and the escapes, names and addresses in a model's text would become
    mentions and links.
    """
    from slack_sdk.models.blocks import (
        Block,
        ContextBlock,
        HeaderBlock,
        MarkdownTextObject,
        PlainTextObject,
        SectionBlock,
    )

    def text_object(text: str) -> MarkdownTextObject:
        return MarkdownTextObject(text=text, verbatim=True)

    review = message.review
    title = summary.headline(message)
    heading = escaped(title, HEADER_LENGTH_MAX)
    blocks: list[Block] = [HeaderBlock(text=PlainTextObject(text=heading, emoji=False))]
    for lines in (
        [escaped(summary.facts(review), SECTION_LENGTH_MAX)],
        [f"• {escaped(line, 1000)}" for line in summary.finding_lines(review)],
        [f"• {escaped(line, 1000)}" for line in summary.case_lines(review)],
    ):
        text = within(lines, SECTION_LENGTH_MAX)
        if text:
            blocks.append(SectionBlock(text=text_object(text)))
    if message.job_url:
        link = f"<{message.job_url}|The job>"
        blocks.append(ContextBlock(elements=[text_object(link)]))
    return {
        # Shown in notifications, which have no blocks.
        "text": heading,
        "blocks": [block.to_dict() for block in blocks],
        "unfurl_links": False,
        "unfurl_media": False,
        "link_names": False,
    }


def escaped(text: str, length: int) -> str:
    r"""
    Return a text without active Slack syntax, at most ``length`` characters long.

    >>> escaped("<!channel> & <@U1>", 100)
    '&lt;!\u200bchannel&gt; &amp; &lt;@\u200bU1&gt;'
    """
    apart = break_auto_links(text)
    result = apart.translate(ESCAPES)
    while len(result) > length:
        # Cut before escaping, so that no escape sequence is cut in half.
        apart = apart[: len(apart) - max(1, (len(result) - length) // 6)].rstrip()
        result = f"{apart.translate(ESCAPES)}…"
    return result


def within(lines: list[str], length: int) -> str:
    """Return the first whole lines that fit into ``length`` characters."""
    text = ""
    for line in lines:
        longer = f"{text}\n{line}" if text else line
        if len(longer) > length:
            break
        text = longer
    return text
