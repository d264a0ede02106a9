"""Texts ready to send: without secrets and host commands, and cut to a length."""

from typing import Final

from evalstore.reviews.delivery.redacting import redacted
from evalstore.reviews.report.untrusted import APART, COMMANDS

CUT: Final = "\n\n… The rest is cut off; see the report or run `evalstore failures` for all of it."


def for_host(text: str, length: int) -> str:
    r"""
    Return Markdown of ours ready for a host, cut to ``length`` characters.

    GitLab executes a line such as ``/close``. Texts of a model are escaped before they come here;
    this escapes commands at the beginning of any other line.

    >>> for_host("/close", 100)
    '/\u200bclose'
    """
    text = COMMANDS.sub(rf"\1{APART}", redacted(text))
    return text if len(text) <= length else text[: length - len(CUT)].rstrip() + CUT
