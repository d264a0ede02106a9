"""The rows that the log has of the runs of a suite in a period."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from evalstore.base import sql_files
from evalstore.base.phrases import counted, unknown_name
from evalstore.errors import UsageError
from evalstore.gates.decide import place_among_answers
from evalstore.reviews.evidence.period import Period
from evalstore.store.explanation.bundles.texts import TEXT_LEFT_OUT, without_secrets
from evalstore.store.query.queries import unknown_run
from evalstore.store.query.reader import Reader

Row = dict[str, object]
RUN_COUNT_MAX: Final = 100
# Digits of a sum that do not depend on the order of its terms.
SIGNIFICANT: Final = 12
PLAIN_SETTING: Final = re.compile(r"true|false|-?\d[\d.eE+-]*")


@dataclass(frozen=True, slots=True)
class Collected:
    """
    The rows of the queries in ``sql/evidence`` for some runs of a suite, without secrets.

    ``suite`` is None for a run that states none.

    ``log`` has size, root and time of the log, and the digest of the SQL; ``outside`` are runs of
    the suite that no period has, with the reason. The other names are those of the queries.
    """

    suite: str | None
    period: str
    log: Row
    outside: list[Row]
    runs: list[Row]
    cases: list[Row]
    systems: list[Row]
    settings: list[Row]
    judges: list[Row]
    agreements: list[Row]
    certificates: list[Row]
    plan: list[Row]
    decisions: list[Row]
    corrections: list[Row]
    retractions: list[Row]

    @property
    def run_ids(self) -> list[str]:
        """Return the runs, oldest first."""
        return [str(run["run_id"]) for run in self.runs]

    @property
    def redacted_ids(self) -> frozenset[str]:
        """Return the runs that lost a payload, whose numbers cannot be computed again."""
        return frozenset(str(run["run_id"]) for run in self.runs if run["redacted_count"])

    def own_decisions(self, run_id: str | None = None) -> Iterator[Row]:
        """Yield the decisions of this store's gates, of the newest configuration of each run."""
        for row in self.decisions:
            is_own = row["is_newest_configuration"] and not row["is_foreign"]
            if is_own and run_id in (None, row["run_id"]):
                yield row

    def answer(self, run_id: str) -> str:
        """Return the worst decision of a run's gates that may block, empty without any."""
        blocking = [
            str(row["decision"])
            for row in self.own_decisions(run_id)
            if not row["is_informational"]
        ]
        return min(blocking, key=place_among_answers, default="")


def runs_of_period(reader: Reader, suite: str, period: Period) -> list[Row]:
    """
    Return the runs of a suite that started in a period, oldest first.

    Raises UsageError, naming the suites of the store, for an unknown one; for a period without a
    run; and for one with more than ``RUN_COUNT_MAX``.
    """
    names = [str(row["name"]) for row in reader.rows(sql_files.read("sql/queries/suite_names"))]
    if suite not in names:
        raise unknown_name("suite", suite, names)
    runs = _rows(reader, "runs", run_id=None, suite=suite, since=period.since, until=period.until)
    if not runs:
        [about] = _rows(reader, "runs_span", suite=suite)
        raise UsageError(
            f"no run of suite {suite} started {period.words}; its {_runs(about)} with a time "
            f"started between {_day(about['first_at'])} and {_day(about['last_at'])}"
        )
    if len(runs) > RUN_COUNT_MAX:
        raise UsageError(
            f"{len(runs)} runs of suite {suite} started {period.words}, and a pack has at most "
            f"{RUN_COUNT_MAX}; name a shorter period"
        )
    return runs


def run_of(reader: Reader, run_id: str) -> Row:
    """Return a run; raise UsageError if it is unknown."""
    rows = _rows(reader, "runs", run_id=run_id, suite=None, since=None, until=None)
    if not rows:
        raise unknown_run(reader, run_id)
    return rows[0]


def _runs(row: Row) -> str:
    return counted(int(str(row["run_count"])), "run")


def _day(moment: object) -> str:
    return f"{moment:%Y-%m-%d}" if isinstance(moment, datetime) else "an unknown time"


def collect(
    reader: Reader, suite: str | None, words: str, runs: list[Row], *, without_texts: bool = False
) -> Collected:
    """
    Return what the log has of these runs of a suite; ``words`` say the period.

    With ``without_texts`` the texts of settings, reasons of retractions, and what foreign
    decisions say are left out.
    """
    run_ids = [run["run_id"] for run in runs]
    by_name = {
        name: _rows(reader, name, run_ids=run_ids)
        for name in (
            "cases", "systems", "settings", "judges", "agreements", "plan", "decisions",
            "corrections",
        )
    }  # fmt: skip
    by_name["agreements"] = _computed(by_name["agreements"])
    retractions = _rows(reader, "retraction_reasons", run_ids=run_ids)
    if without_texts:
        _leave_out(by_name["settings"], "value")
        _leave_out(retractions, "reason")
        foreign = [row for row in by_name["decisions"] if row["is_foreign"]]
        _leave_out(foreign, "reason", "threshold", "baseline_reason")
    [log] = _rows(reader, "log_state")
    return Collected(
        suite=suite,
        period=words,
        log=log,
        outside=_rows(reader, "runs_outside", suite=suite),
        runs=runs,
        certificates=_computed(_rows(reader, "certificates", suite=suite)),
        retractions=retractions,
        **by_name,
    )


def _rows(reader: Reader, name: str, **parameters: object) -> list[Row]:
    """Return the rows of a query in ``sql/evidence``, without secrets."""
    rows = reader.rows(sql_files.read(f"sql/evidence/{name}"), **parameters)
    return [without_secrets("", row) for row in rows]


def stable(value: object) -> object:
    """
    Return a number that was computed now with the digits that each reading gives.

    >>> stable(0.1 + 0.2), stable(None)
    (0.3, None)
    """
    return float(f"{value:.{SIGNIFICANT}g}") if isinstance(value, float) else value


def _computed(rows: list[Row]) -> list[Row]:
    return [{name: stable(value) for name, value in row.items()} for row in rows]


def _leave_out(rows: Sequence[Row], *columns: str) -> None:
    """Replace the texts of some columns; a setting's number or truth value is none."""
    for row in rows:
        for column in columns:
            if row[column] and not PLAIN_SETTING.fullmatch(str(row[column])):
                row[column] = TEXT_LEFT_OUT
