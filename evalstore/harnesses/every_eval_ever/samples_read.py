"""Counts of what could be read of a file of samples."""

from dataclasses import dataclass


@dataclass(slots=True)
class SamplesRead:
    """How many lines a file of samples has, how many of others, and whether all could be read."""

    row_count: int = 0
    other_count: int = 0
    is_whole: bool = True

    def holds(self, expected: int | None) -> bool:
        """
        Say whether it has all samples of a record that says how many there are.

        Where records share a file, some count their own lines and some all.

        >>> SamplesRead(4, 2).holds(2), SamplesRead(4, 2).holds(4), SamplesRead(4, 2).holds(3)
        (True, True, False)
        >>> SamplesRead(2, 2).holds(2), SamplesRead(0).holds(0), SamplesRead(3, 2).holds(None)
        (False, True, True)
        """
        is_all = self.own_count > 0 and self.row_count == expected
        return self.is_whole and (is_all or self.own_count >= (expected or 0))

    @property
    def own_count(self) -> int:
        """How many lines are those of the record itself."""
        return self.row_count - self.other_count
