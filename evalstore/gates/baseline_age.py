"""The age of a baseline, how often a gate has chosen it, and the age that a gate allows."""

import re
from dataclasses import dataclass

from evalstore.base import sql_files
from evalstore.base.phrases import counted, ordinal
from evalstore.base.settings import text
from evalstore.store.query.reader import Reader

LIMIT = re.compile(r"([1-9][0-9]{0,5}) (day|run)s?")
LIMIT_EXPECTED = 'a number of days or runs, such as "30 days" or "20 runs"'


@dataclass(frozen=True, slots=True)
class BaselineAge:
    """
    How old a baseline is: days between the starts, and runs of the suite started since.

    ``days`` is None if a start is unknown. ``run_count`` includes the run itself, so it is 1 for
    the run right after the baseline. ``chosen_count`` counts the earlier runs that the gate
    compared with it. ``try_number`` is which try of its commit the gate decided on in the
    baseline, from 1; None if the gate did not decide on it, or it names no commit.
    """

    days: float | None
    run_count: int
    chosen_count: int
    try_number: int | None = None

    @property
    def words(self) -> str:
        """Return the age as text, such as ``3 days (2 runs) old``."""
        runs = counted(self.run_count, "run")
        if self.days is None:
            return f"of unknown age ({runs})"
        if self.days < 0:
            return "newer than this run"
        days = counted(int(self.days), "day") if self.days >= 1 else "less than a day"
        return f"{days} ({runs}) old"

    def described(self, run_id: str) -> str:
        """Return a sentence about a baseline: its age, its try, and how often it was chosen."""
        times = {0: "not chosen before", 1: "chosen once before"}
        chosen = times.get(self.chosen_count, f"chosen {self.chosen_count} times before")
        number = self.try_number or 1
        tried = f", the {ordinal(number)} try of its commit" if number > 1 else ""
        return f"{run_id} is {self.words}{tried}, {chosen}"

    def excess(self, limit: str | None) -> str:
        """Return why the baseline is too old, and the way out; empty if it is not."""
        if limit is None:
            return ""
        count, unit = _parsed(limit)
        # Whole days, as they are named: nightly runs do not start on the second.
        if self.days is not None and count >= (
            int(self.days) if unit == "day" else self.run_count
        ):
            return ""
        return (
            f"it is {self.words}, more than the {limit} that `max_age` allows; decide with "
            "`--baseline run:ID` on a newer one, which makes this run green if it passes"
        )


def age_limit() -> str | None:
    """Declare the largest age of a baseline, in days or in runs, as a setting."""
    return text(None, LIMIT_EXPECTED, is_valid=LIMIT.fullmatch)  # type: ignore[no-any-return]


def baseline_age(
    reader: Reader, run_id: str, baseline_run_id: str, gate_id: str, system_id: str
) -> BaselineAge:
    """Return the age of a baseline, seen from a run, and how often a gate chose it before."""
    [row] = reader.rows(
        sql_files.read("sql/queries/baseline_age"),
        run_id=run_id,
        baseline_run_id=baseline_run_id,
        gate_id=gate_id,
        system_id=system_id,
    )
    return BaselineAge(*row.values())  # type: ignore[arg-type]


def _parsed(limit: str) -> tuple[int, str]:
    match = LIMIT.fullmatch(limit)
    if match is None:
        raise ValueError(limit)
    return int(match[1]), match[2]
