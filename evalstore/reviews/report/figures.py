"""Figures that a run's log reports, next to computed ones, and withdrawn verdicts."""

from dataclasses import dataclass
from typing import Final

from evalstore.reviews.charts.drawing.numbers import number
from evalstore.reviews.charts.drawing.rows import RowReader, count_of, number_of, text_of
from evalstore.reviews.report.rows import run_query

FIGURE_LIMIT: Final = 100
DIGITS: Final = 4
# verdict -> its kind for the style sheet, its icon and its word.
VERDICTS: Final = {
    "differs": ("fail", "✘", "differs"),
    "not_comparable": ("undecided", "?", "not comparable"),
    "agrees": ("pass", "✔", "agrees"),
}
UNEXPLAINED: Final = "no known difference in definition explains it"


@dataclass(frozen=True)
class FigureRow:
    """One figure of the log, with the computed figure."""

    system_id: str
    validator_id: str
    metric: str
    details: str
    reported: float | None
    computed: float | None
    reported_count: int | None
    computed_count: int | None
    verdict: str
    reason: str

    @property
    def kind(self) -> str:
        return VERDICTS[self.verdict][0]

    @property
    def icon(self) -> str:
        return VERDICTS[self.verdict][1]

    @property
    def word(self) -> str:
        return VERDICTS[self.verdict][2]

    @property
    def reported_text(self) -> str:
        return number(self.reported, DIGITS)

    @property
    def computed_text(self) -> str:
        return number(self.computed, DIGITS)


@dataclass(frozen=True)
class Withdrawal:
    """Verdicts of one scorer that no longer count, with the reason."""

    validator_id: str
    verdict_count: int
    reason: str


@dataclass(frozen=True)
class ReportedFigures:
    """The figures of one run, the first hundred in full."""

    rows: tuple[FigureRow, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()

    @property
    def summary(self) -> str:
        """Return the numbers of figures that agree, differ and are not comparable, as text."""
        counts = dict(self.counts)
        words = {"agrees": "agree", "differs": "differ", "not_comparable": "not comparable"}
        return ", ".join(f"{counts.get(verdict, 0):,} {word}" for verdict, word in words.items())

    @property
    def left_out_count(self) -> int:
        """The number of figures that are not shown in full."""
        return sum(count for _, count in self.counts) - len(self.rows)


def figures_of_run(reader: RowReader, run_id: str) -> ReportedFigures:
    """Return the figures of a run, those that differ first."""
    withdrawals = tuple(
        Withdrawal(
            text_of(row, "validator_id"), count_of(row, "verdict_count"), text_of(row, "reason")
        )
        for row in run_query(reader, "withdrawn_verdicts", run_id=run_id)
    )
    rows = []
    # The view of figures takes long to plan, and most runs have none.
    if run_query(reader, "has_figures", run_id=run_id)[0]["has_figures"]:
        rows = run_query(reader, "figures", run_id=run_id, figure_limit=FIGURE_LIMIT)
    # The first row has the counts of all, those that are not shown too.
    counts = tuple(
        (verdict, count_of(row, f"{verdict}_count"))
        for row in rows[:1]
        for verdict in sorted(VERDICTS)
        if row[f"{verdict}_count"]
    )
    return ReportedFigures(
        rows=tuple(
            FigureRow(
                system_id=text_of(row, "system_id"),
                validator_id=text_of(row, "validator_id"),
                metric=text_of(row, "metric"),
                details=" ".join(
                    text for text in (text_of(row, "reducer"), text_of(row, "group_name")) if text
                ),
                reported=number_of(row, "reported_value"),
                computed=number_of(row, "computed_value"),
                reported_count=None
                if row["reported_count"] is None
                else count_of(row, "reported_count"),
                computed_count=None
                if row["computed_count"] is None
                else count_of(row, "computed_count"),
                verdict=text_of(row, "verdict"),
                reason=text_of(row, "reason")
                or (UNEXPLAINED if row["verdict"] == "differs" else ""),
            )
            for row in rows
        ),
        counts=counts,
        withdrawals=withdrawals,
    )
