"""The result of a comparison of two runs, as attributes and tables."""

from dataclasses import asdict
from datetime import UTC, datetime
from functools import cached_property
from typing import Literal

from evalstore.base.html_table import html_list
from evalstore.base.text_table import escaped
from evalstore.errors import UsageError
from evalstore.statistics.compared import ComparedRow, SystemComparison
from evalstore.statistics.comparison_record import figures
from evalstore.statistics.comparison_words import CHANGES, corrected, said, title
from evalstore.store.query.reader import Reader
from evalstore.store.query.result import Result, of_rows

# Columns of the table, with DuckDB's types; a subset of those of ``figures``.
TABLE = {
    "metric": "VARCHAR", "unit": "VARCHAR", "better": "VARCHAR", "left_system_id": "VARCHAR",
    "right_system_id": "VARCHAR", "validator_id": "VARCHAR", "slice_name": "VARCHAR",
    "slice_value": "VARCHAR", "variant": "VARCHAR", "paired_count": "BIGINT",
    "left_only_count": "BIGINT", "right_only_count": "BIGINT", "left_value": "DOUBLE",
    "right_value": "DOUBLE", "difference": "DOUBLE", "ci_low": "DOUBLE", "ci_high": "DOUBLE",
    "error_kind": "VARCHAR", "standard_error": "DOUBLE", "cluster_count": "BIGINT",
    "minimum_detectable_effect": "DOUBLE", "test": "VARCHAR", "p_value": "DOUBLE",
    "adjusted_p_value": "DOUBLE", "higher_count": "BIGINT", "lower_count": "BIGINT",
    "tie_count": "BIGINT", "win_count": "BIGINT", "loss_count": "BIGINT", "verdict": "VARCHAR",
    "reason": "VARCHAR", "judges": "VARCHAR",
}  # fmt: skip
CASES = {
    "metric": "VARCHAR", "left_system_id": "VARCHAR", "right_system_id": "VARCHAR",
    "slice_name": "VARCHAR", "slice_value": "VARCHAR", "variant": "VARCHAR",
    "case_id": "VARCHAR", "change": "VARCHAR", "left_value": "DOUBLE", "right_value": "DOUBLE",
}  # fmt: skip
SHOWN = (
    "left_system_id", "right_system_id", "metric", "slice_name", "slice_value", "variant",
    "paired_count", "left_value", "right_value", "difference", "ci_low", "ci_high", "p_value",
    "adjusted_p_value", "verdict",
)  # fmt: skip


class RunComparison:
    """
    The differences between two runs on the cases that both have, as right minus left.

    ``table`` has a row for each system, metric, slice and variant, ``cases`` the cases whose value
    changed, the largest change first, and ``notes`` remarks about the runs. The other attributes
    are those of the only row; they raise UsageError if the table has several. ``comparison`` has
    the same as objects, ``page`` the text of a page if one was asked for, and ``recorded`` the
    counts of recorded events, None if nothing was recorded.
    """

    def __init__(self, comparison: SystemComparison) -> None:
        self.comparison = comparison
        self.page = ""
        self.recorded: dict[str, int] | None = None
        self.notes: tuple[str, ...] = (*comparison.notes, *comparison.left_out)

    def draw(
        self, reader: Reader, page_format: Literal["html", "markdown"], case_limit: int | None
    ) -> None:
        """Set ``page``, with at most ``case_limit`` cases of each kind of change."""
        from evalstore.reviews.report.comparison_page import render_html, render_markdown
        from evalstore.reviews.report.comparison_section import comparison_section

        section = comparison_section(reader, self.comparison, case_limit=case_limit)
        if page_format == "markdown":
            self.page = render_markdown(section)
        else:
            name = reader.layout.root.resolve().name
            self.page = render_html(section, name, datetime.now(UTC))

    @cached_property
    def table(self) -> Result:
        """A row for each system, metric, slice and variant."""
        rows = [figures(row) for row in self.comparison.rows]
        return of_rows(TABLE, [[row[name] for name in TABLE] for row in rows])

    @cached_property
    def cases(self) -> Result:
        """The cases whose value changed, the largest change first."""
        return of_rows(CASES, [line for row in self.comparison.rows for line in _moved(row)])

    def to_dict(self) -> dict[str, object]:
        """Return the complete comparison, as ``evalstore compare --json`` prints it."""
        question = self.comparison.question
        rows = []
        for row in self.comparison.rows:
            rows.append(figures(row))
            if question.moved_count:
                rows[-1]["moved_cases"] = [
                    asdict(case) | {"change": CHANGES[row.sign][case.is_higher]}
                    for case in row.moved
                ]
        trees = (self.comparison.left_tree_size, self.comparison.right_tree_size)
        return {
            "left": {"run_id": question.left_run_id, "tree_size": trees[0]},
            "right": {"run_id": question.right_run_id, "tree_size": trees[1]},
            "cluster": question.cluster,
            "control": question.control,
            "notes": [*self.notes],
            "recorded": self.recorded,
            "rows": rows,
        }

    @property
    def difference(self) -> float | None:
        """The mean difference of the pairs, right less left, in the metric's unit."""
        return self._row().pairs.difference

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the difference, None if it is undefined; see ``reason``."""
        return self._row().pairs.interval

    @property
    def p_value(self) -> float | None:
        """The p-value before adjustment, None if it is undefined."""
        return self._row().p_value

    @property
    def paired_count(self) -> int:
        """The number of cases that have a value on both sides."""
        return self._row().pairs.paired_count

    @property
    def win_count(self) -> int | None:
        """The number of cases that are better on the right; None if undefined."""
        return self._row().win_count

    @property
    def loss_count(self) -> int | None:
        """The number of cases that are worse on the right; None if undefined."""
        return self._row().loss_count

    @property
    def tie_count(self) -> int | None:
        """The number of unchanged cases; None if a case has several attempts."""
        return self._row().tie_count

    @property
    def verdict(self) -> str:
        """The verdict on the right side: better, worse, higher, lower, or why none is shown."""
        return self._row().verdict

    @property
    def reason(self) -> str | None:
        """The reason why the interval is missing; None if it exists."""
        return self._row().pairs.reason

    def _row(self) -> ComparedRow:
        if len(self.comparison.rows) != 1:
            raise UsageError(
                f"found {len(self.comparison.rows)} rows, expected one; name one system, metric "
                "and slice, or read all rows from `table`"
            )
        return self.comparison.rows[0]

    def _sentences(self) -> list[str]:
        rows = self.comparison.rows
        return [
            *(f"{title(row)}: {said(row)}" for row in rows),
            *(f"{title(row)}: {corrected(row)}" for row in rows if row.corrected),
            *(f"note: {note}" for note in self.notes),
        ]

    def __repr__(self) -> str:
        """Return a sentence for each row, and the notes."""
        return "\n".join(map(escaped, self._sentences()))

    def _repr_html_(self) -> str:
        """Return the rows and the sentences as HTML, escaped, for a notebook."""
        rows = [[row[name] for name in SHOWN] for row in self.table.to_dicts()]
        shown = of_rows({name: TABLE[name] for name in SHOWN}, rows)
        return shown._repr_html_() + html_list(self._sentences())


def _moved(row: ComparedRow) -> list[tuple[object, ...]]:
    about = (
        row.metric.name, row.left.system_id, row.right.system_id,
        row.slice_name, row.pairs.slice_value, row.pairs.variant,
    )  # fmt: skip
    return [
        (
            *about,
            case.case_id,
            CHANGES[row.sign][case.is_higher],
            case.left_value,
            case.right_value,
        )
        for case in row.moved
    ]
