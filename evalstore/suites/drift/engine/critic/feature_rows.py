"""Feature rows, dense or sparse."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class DenseRows:
    """Rows with every column: ``values`` is float32 [n, width]."""

    values: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.values)

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return int(self.values.shape[1])

    def taken(self, places: npt.NDArray[np.int64]) -> "DenseRows":
        """Return the rows at these places, in their order."""
        return DenseRows(self.values[places])

    def beside(self, values: npt.NDArray[np.float32]) -> "DenseRows":
        """Return the rows with more columns, float32 [n, columns], at their end."""
        return DenseRows(np.concatenate([self.values, values], axis=1))


@dataclass(frozen=True, slots=True)
class SparseRows:
    """
    Rows that store nonzero columns only.

    Row i holds ``values[offsets[i]:offsets[i + 1]]`` in the columns that ``columns`` names at
    the same places; no row names a column twice.
    """

    columns: npt.NDArray[np.int64]
    offsets: npt.NDArray[np.int64]
    values: npt.NDArray[np.float32]
    width: int

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def taken(self, places: npt.NDArray[np.int64]) -> "SparseRows":
        """Return the rows at these places, in their order."""
        starts = self.offsets[places]
        counts = self.offsets[places + 1] - starts
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
        inside = np.arange(offsets[-1]) - np.repeat(offsets[:-1], counts)
        wanted = np.repeat(starts, counts) + inside
        return SparseRows(self.columns[wanted], offsets, self.values[wanted], self.width)

    def beside(self, values: npt.NDArray[np.float32]) -> "SparseRows":
        """Return the rows with more columns, float32 [n, columns], at their end."""
        row, column = np.nonzero(values)
        # Each row's own columns come first: what is inserted before an end belongs to that row.
        ends = self.offsets[1:][row]
        counts = np.bincount(row, minlength=len(self))
        return SparseRows(
            np.insert(self.columns, ends, column + self.width),
            self.offsets + np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)]),
            np.insert(self.values, ends, values[row, column]),
            self.width + values.shape[1],
        )


Rows = DenseRows | SparseRows
