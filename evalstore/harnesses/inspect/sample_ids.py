"""Case ids of a log's samples, and the samples that were written more than once."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from evalstore.base.phrases import counted
from evalstore.harnesses.case_ids import CaseIds
from evalstore.harnesses.records import SourceFile

AGAIN_SHOWN_MAX = 3


class SampleId(NamedTuple):
    """The identity of a sample: its id, a digest of its question, and its epoch."""

    case_id: str
    digest: str
    epoch: int


@dataclass(slots=True)
class SampleIds:
    """
    The samples of a log in order; query them after all are noted.

    Of samples with the same id, question and epoch, the one completed last counts, or else the
    last: Inspect writes a sample that it runs again under the same name.
    """

    replaced: set[int] = field(default_factory=set)
    # Number of samples that cannot be read and that a later sample of the same name replaces.
    unreadable_count: int = 0
    _cases: CaseIds = field(default_factory=CaseIds)
    _ids: list[SampleId] = field(default_factory=list)
    _completed: list[datetime | None] = field(default_factory=list)
    _counting: dict[SampleId, int] = field(default_factory=dict)

    def note(self, sample_id: SampleId, completed_at: datetime | None) -> None:
        """Note the next sample of the log."""
        number = len(self._ids)
        self._ids.append(sample_id)
        self._completed.append(completed_at)
        self._cases.note(sample_id.case_id, sample_id.digest)
        earlier = self._counting.setdefault(sample_id, number)
        if earlier == number:
            return
        if self._is_later(number, earlier):
            self._counting[sample_id] = number
            self.replaced.add(earlier)
        else:
            self.replaced.add(number)

    def case_id(self, number: int) -> str:
        """Return the id of the case that this sample belongs to."""
        case_id, digest, _ = self._ids[number]
        return self._cases.case_id(case_id, digest)

    def own_id(self, number: int) -> str:
        """Return the id of this sample in its log."""
        return self._ids[number].case_id

    def have_all_epochs(self, epoch_count: int) -> bool:
        """
        Return True if each of several questions with one id has this number of epochs.

        >>> ids = SampleIds()
        >>> for digest, epoch in (("a", 1), ("b", 2)):
        ...     ids.note(SampleId("q", digest, epoch), None)
        >>> ids.have_all_epochs(1), ids.have_all_epochs(2)
        (True, False)
        """
        if not self._cases.are_shared:
            return True
        epochs: defaultdict[str, set[int]] = defaultdict(set)
        for number, (case_id, _, epoch) in enumerate(self._ids):
            if (name := self.case_id(number)) != case_id:
                epochs[name].add(epoch)
        return all(len(numbers) == epoch_count for numbers in epochs.values())

    def tell(self, source: SourceFile) -> None:
        """Report renamed cases and left-out samples in the doubts of the file."""
        self._cases.tell(source)
        count = len(self.replaced) + self.unreadable_count
        if not count:
            return
        shown = [
            f"{case_id} in epoch {epoch}"
            for case_id, _, epoch in (self._ids[at] for at in sorted(self.replaced))
        ][:AGAIN_SHOWN_MAX]
        such = f", such as {', '.join(shown)}" if shown else ""
        source.doubts.append(
            f"{source.name}: skipped {counted(count, 'sample')}{such}: another sample has the "
            "same id, epoch and question and was completed later"
        )

    def _is_later(self, number: int, earlier: int) -> bool:
        time, earlier_time = self._completed[number], self._completed[earlier]
        return time is None or earlier_time is None or time >= earlier_time
