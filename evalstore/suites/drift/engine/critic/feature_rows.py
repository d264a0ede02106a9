"""Feature rows, dense or sparse."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class DenseRows:
    """Rows that store all columns: ``values`` is float32 [n, width]."""

    values: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.values)

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return int(self.values.shape[1])

    def taken(self, places: npt.NDArray[np.int64]) -> "DenseRows":
        """Return the rows at these indices, in their order."""
        return DenseRows(self.values[places])

    def beside(self, values: npt.NDArray[np.float32]) -> "DenseRows":
        """Return the rows with ``values``, float32 [n, columns], appended as columns."""
        return DenseRows(np.concatenate([self.values, values], axis=1))


@dataclass(frozen=True, slots=True)
class SparseRows:
    """
    Rows that store nonzero columns only.

    Row i contains ``values[offsets[i]:offsets[i + 1]]`` in the columns of ``columns`` at the same
    indices; no row has a column twice.
    """

    columns: npt.NDArray[np.int64]
    offsets: npt.NDArray[np.int64]
    values: npt.NDArray[np.float32]
    width: int

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def taken(self, places: npt.NDArray[np.int64]) -> "SparseRows":
        """Return the rows at these indices, in their order."""
        starts = self.offsets[places]
        counts = self.offsets[places + 1] - starts
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
        inside = np.arange(offsets[-1]) - np.repeat(offsets[:-1], counts)
        wanted = np.repeat(starts, counts) + inside
        return SparseRows(self.columns[wanted], offsets, self.values[wanted], self.width)

    def beside(self, values: npt.NDArray[np.float32]) -> "SparseRows":
        """Return the rows with ``values``, float32 [n, columns], appended as columns."""
        row, column = np.nonzero(values)
        # A row's existing columns come first: values inserted before its end belong to it.
        ends = self.offsets[1:][row]
        counts = np.bincount(row, minlength=len(self))
        return SparseRows(
            np.insert(self.columns, ends, column + self.width),
            self.offsets + np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)]),
            np.insert(self.values, ends, values[row, column]),
            self.width + values.shape[1],
        )


Rows = DenseRows | SparseRows
