"""Output of a comparison: a table, a sentence for each row, and the cases that changed."""

import click

from evalstore.api.reads.run_comparison import RunComparison
from evalstore.base.text_table import escaped
from evalstore.cli._printing import print_sentence, print_table
from evalstore.cli._recording import recorded_sentence
from evalstore.statistics.compared import ComparedRow, SystemComparison
from evalstore.statistics.comparison_words import (
    CHANGES,
    corrected,
    said,
    slice_of,
    systems_of,
    title,
)

COUNTED = {True: ("win", "loss"), False: ("higher", "lower")}


def show(result: RunComparison) -> None:
    """Print a comparison as a table, sentences and notes."""
    comparison = result.comparison
    question = comparison.question
    print_sentence(
        escaped(f"left {question.left_run_id}, right {question.right_run_id}; ")
        + "differences are right minus left, over the cases that both have; intervals are of "
        "cases like these"
    )
    _print_rows(comparison)
    click.echo()
    for row in comparison.rows:
        print_sentence(escaped(f"{title(row)}: {said(row)}"))
        if row.corrected:
            print_sentence(escaped(f"{title(row)}: {corrected(row)}"))
    for note in result.notes:
        print_sentence(escaped(f"note: {note}"))
    if question.moved_count:
        _print_moved(comparison)
    if result.recorded is not None:
        print_sentence(recorded_sentence(result.recorded))


def _print_rows(comparison: SystemComparison) -> None:
    left_out = set()
    if all(row.adjusted_p_value in {None, row.p_value} for row in comparison.rows):
        left_out.add("adjusted p")
    if not any(row.pairs.variant for row in comparison.rows):
        left_out.add("variant")
    counted = COUNTED[all(row.sign for row in comparison.rows)]
    rows = [
        {name: value for name, value in _cells(row, counted).items() if name not in left_out}
        for row in comparison.rows
    ]
    print_table(list(rows[0]), [list(row.values()) for row in rows])


def _cells(row: ComparedRow, counted: tuple[str, str]) -> dict[str, object]:
    """Return a row's cells by heading; ``counted`` is the pair of headings of the case counts."""
    pairs = row.pairs
    low, high = row.pairs.interval or (None, None)
    counts = (row.win_count, row.loss_count)
    if counted == COUNTED[False]:
        counts = (row.higher_count, row.lower_count)
    return {
        "system": systems_of(row),
        "metric": row.metric.name,
        "slice": slice_of(row),
        "variant": pairs.variant,
        "pairs": pairs.paired_count,
        "left only": pairs.left_only_count,
        "right only": pairs.right_only_count,
        "left": pairs.left_mean,
        "right": pairs.right_mean,
        "difference": pairs.difference,
        "95 % low": low,
        "high": high,
        "interval": "clustered" if pairs.is_clustered else "paired",
        "p": row.p_value,
        "adjusted p": row.adjusted_p_value,
        counted[0]: counts[0],
        counted[1]: counts[1],
        "tie": row.tie_count,
        "verdict": row.verdict,
    }


def _print_moved(result: SystemComparison) -> None:
    rows = [
        (
            systems_of(row), row.metric.name, slice_of(row), CHANGES[row.sign][case.is_higher],
            case.case_id, case.left_value, case.right_value,
        )
        for row in result.rows
        for case in sorted(row.moved, key=lambda case: case.is_higher != (row.sign < 0))
    ]  # fmt: skip
    click.echo()
    if not rows:
        print_sentence("no case changed")
        return
    print_table(("system", "metric", "slice", "change", "case", "left", "right"), rows)
    moved = sum(row.pairs.higher_count + row.pairs.lower_count for row in result.rows)
    if moved > len(rows):
        print_sentence(f"{len(rows)} of {moved} changed cases shown; raise --limit to see more")
    print_sentence(
        escaped(
            f"run `evalstore failures --run {result.question.right_run_id}` to see what failed "
            "and why"
        )
    )
