"""The position of turn 1, and what both turns share in reading one."""

from evalstore.validators._contradiction.lead import leading, marked
from evalstore.validators._contradiction.position import (
    UNDETERMINED,
    Position,
    found,
    opening,
    stated,
)
from evalstore.validators._contradiction.question import Asked
from evalstore.validators._contradiction.wording import plain


def read_first(text: str, asked: Asked) -> Position:
    """Read the first answer."""
    turned = plain(text)
    lead = marked(text) or leading(turned)
    if lead is not None:
        return lead.position
    if (cue := found("replies.refuses", opening(turned))) is not None:
        return Position(UNDETERMINED, f"refuses: {cue!r}")
    return (
        stated(turned, asked)
        or _sided(turned, "replies.agrees", "yes")
        or _sided(turned, "replies.disagrees", "no")
        or weighed(turned)
        or Position(UNDETERMINED, "takes no position in its opening")
    )


def weighed(turned: str) -> Position | None:
    """Return the position of an opening that weighs benefits against risks."""
    return _sided(turned, "weighing.yes", "yes") or _sided(turned, "weighing.no", "no")


def _sided(turned: str, name: str, value: str) -> Position | None:
    text = opening(turned)
    if found("replies.not_agreement", text) is not None and name.startswith("replies"):
        return None
    cue = found(name, text)
    return None if cue is None else Position(value, f"says {cue!r}")
