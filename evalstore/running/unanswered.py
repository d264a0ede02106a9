"""Counts of the responses of a run that are not ok, by system and reason."""

from collections import Counter
from dataclasses import dataclass, field

from evalstore.base.phrases import counted
from evalstore.plugins.response import Response

REASONS_SHOWN_MAX = 3


REASON_CHARACTERS_MAX = 200


# The text after this differs from reply to reply.
_DETAIL = "; it begins with "


@dataclass(slots=True)
class Unanswered:
    """Counts of responses that are not ok, by system, status and reason."""

    counts: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def add(self, system_id: str, response: Response) -> None:
        """Count a response, unless it is ok."""
        if response.status != "ok":
            reason = (response.error or "no reason was given").partition(_DETAIL)[0]
            shown = " ".join(reason.split())[:REASON_CHARACTERS_MAX]
            self.counts[system_id, response.status, shown] += 1

    def lines(self) -> list[str]:
        """Return a line for each of the most frequent reasons, and one for the rest."""
        most = self.counts.most_common(REASONS_SHOWN_MAX)
        lines = [
            f"{counted(count, 'response')} of {system_id}: {status}: {reason}"
            for (system_id, status, reason), count in most
        ]
        rest_count = self.counts.total() - sum(count for _, count in most)
        if rest_count:
            lines.append(f"{counted(rest_count, 'more response')} for other reasons")
        return lines
