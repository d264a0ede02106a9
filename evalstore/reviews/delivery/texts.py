"""Texts as they leave: without secrets, within a length, and without commands of a host."""

from typing import Final

from evalstore.reviews.delivery.redacting import redacted
from evalstore.reviews.report.untrusted import APART, COMMANDS

CUT: Final = "\n\n… The rest is cut off; the report and `evalstore failures` have all of it."


def for_host(text: str, length: int) -> str:
    r"""
    Return Markdown of ours ready for a host, at most ``length`` characters of it.

    GitLab carries out a line such as ``/close``. Texts of a model are disarmed before they come
    here; this holds for whatever else stands at the beginning of a line.

    >>> for_host("/close", 100)
    '/\u200bclose'
    """
    text = COMMANDS.sub(rf"\1{APART}", redacted(text))
    return text if len(text) <= length else text[: length - len(CUT)].rstrip() + CUT
