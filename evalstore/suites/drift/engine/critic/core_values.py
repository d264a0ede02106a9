"""Core values of a writer, as additional columns of an entry's features."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from evalstore.suites.drift.engine.critic.examples import flags_of
from evalstore.suites.drift.engine.critic.feature_rows import Rows

# A core value weighs half as much as all words of an entry, whose row has length 1.
WEIGHT = np.float32(0.5)


def beside_core_values(
    rows: Rows,
    core_values: Sequence[Sequence[str] | None] | None,
    shares: npt.NDArray[np.float32],
) -> Rows:
    """
    Return the rows with a column for each of VALUES, from 0 to ``WEIGHT``.

    ``core_values`` are those of the writer of each entry. If they are unknown (None), the
    ``shares`` of the training entries, float32 [values], are used instead.
    """
    per_entry = [None] * len(rows) if core_values is None else core_values
    flags = [shares if values is None else flags_of(values) for values in per_entry]
    columns = np.array(flags, np.float32).reshape(len(rows), len(shares))
    return rows.beside(columns * WEIGHT)
