"""Texts as they leave: without secrets, within a length, and without commands of a host."""

import re
from typing import Final

from evalstore.delivery.redacting import redacted
from evalstore.reports.untrusted import APART

CUT: Final = "\n\n… The rest is cut off; the report and `evalstore failures` have all of it."
# GitLab carries out a line such as `/close`. Texts of a model pass `untrusted` before they come
# here; this holds for whatever else stands at the beginning of a line.
COMMANDS: Final = re.compile(r"^([ \t]*)/(?=[A-Za-z])", re.MULTILINE)


def for_host(text: str, length: int) -> str:
    r"""
    Return Markdown of ours ready for a host, at most ``length`` characters of it.

    >>> for_host("/close", 100)
    '/\u200bclose'
    """
    text = COMMANDS.sub(rf"\1/{APART}", redacted(text))
    return text if len(text) <= length else text[: length - len(CUT)].rstrip() + CUT
