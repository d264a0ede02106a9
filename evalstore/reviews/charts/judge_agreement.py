"""Agreement of judges with people in one run: kappa with its interval, by validator."""

from typing import Final

import altair as alt
from altair.typing import ChartType

from evalstore.errors import EmptyChartError
from evalstore.reviews.charts.drawing.inline_data import inline_data
from evalstore.reviews.charts.drawing.layout import heading
from evalstore.reviews.charts.drawing.numbers import counted, few, in_parentheses, interval, number
from evalstore.reviews.charts.drawing.rows import (
    ChartScope,
    Row,
    RowReader,
    count_of,
    kept,
    number_of,
    query,
    rows_under_test,
    text_of,
)
from evalstore.reviews.charts.drawing.series import legend_of
from evalstore.reviews.charts.drawing.text import distinct_labels

PEOPLE: Final = "with=people"
PREFIX: Final = "with="
ROW_LIMIT: Final = 24
WIDTH: Final = 420
MARGINS: Final = 80
ROW_HEIGHT: Final = 30
SYSTEM_HEIGHT: Final = 18


def judge_agreement(reader: RowReader, scope: ChartScope) -> ChartType:
    """
    Draw a row per validator and per pair of people, with a dot per system.

    Dots are larger the more replies both rated.
    """
    rows = reader.rows(query("judge_agreement"), run_id=scope.run_id)
    rows = kept(
        rows_under_test(reader, scope.run_id, rows, scope.system_id),
        validator_id=scope.validator_id,
        variant=scope.variant,
    )
    scored = [row for row in rows if number_of(row, "value") is not None]
    if not scored:
        raise EmptyChartError(
            f"No agreement with people for run {scope.run}: people labelled no reply there, or "
            "all ratings are the same and chance alone agrees.",
            "the chart needs labels of people for replies that a validator judged: run `evalstore "
            "label` to draw a sheet for them, and ingest it",
        )
    scored.sort(
        key=lambda row: (number_of(row, "value") or 0.0, pair_of(row), text_of(row, "system_id"))
    )
    shown = scored[:ROW_LIMIT]
    pairs = distinct_labels(pair_of(row) for row in shown)
    systems = distinct_labels(text_of(row, "system_id") for row in shown)
    notes = [
        (
            f"Run {scope.run}. Bars: 95 % interval. Dot size: number of replies that both "
            "rated. 0: agreement by chance; 1: full agreement."
        )
    ]
    left_out_count = len(rows) - len(shown)
    if left_out_count:
        notes.append(f"{counted(left_out_count, 'row')} not shown: no kappa, or higher ones.")
    return drawn(shown, pairs, systems).properties(
        title=heading(finding(shown[0], pairs, systems), notes, WIDTH + MARGINS)
    )


def pair_of(row: Row) -> str:
    """Return the names of both raters; a validator alone is compared with people."""
    validator, variant = text_of(row, "validator_id"), text_of(row, "variant")
    return validator if variant == PEOPLE else f"{validator} and {variant.removeprefix(PREFIX)}"


def finding(row: Row, pairs: dict[str, str], systems: dict[str, str]) -> str:
    """Return a sentence on the lowest agreement."""
    low = number_of(row, "ci_low")
    bounds = "" if low is None else interval(low, number_of(row, "ci_high"))
    ends = in_parentheses(bounds, few(count_of(row, "scored_count")))
    where = f" on {systems[text_of(row, 'system_id')]}" if len(systems) > 1 else ""
    of = "" if " and " in pair_of(row) else " with people"
    return (
        f"Agreement{of} is lowest for {pairs[pair_of(row)]}{where}: "
        f"kappa {number(number_of(row, 'value'))}{ends}"
    )


def drawn(rows: list[Row], pairs: dict[str, str], systems: dict[str, str]) -> ChartType:
    """Draw the dots by kappa and their intervals."""
    points = inline_data([mark_values(row, pairs, systems) for row in rows])
    ends = [point[name] for point in points.values for name in ("value", "low") if name in point]
    order = sorted(systems.values())
    scale = alt.Scale(domain=order)
    legend = legend_of(order, WIDTH + MARGINS)
    kappa = alt.X(
        "value:Q",
        title="Cohen's kappa",
        scale=alt.Scale(domain=[min(0.0, *ends), 1.0], clamp=True),
    )
    colour = alt.Color("system:N", scale=scale, legend=legend)
    base = alt.Chart(points).encode(
        y=alt.Y("pair:N", title=None, sort=list(pairs.values())),
        yOffset=alt.YOffset("system:N", sort=order),
    )
    return alt.layer(
        base.mark_rule(style="interval").encode(x=alt.X("low:Q"), x2=alt.X2("high"), color=colour),
        base.mark_point(style="dot", filled=True).encode(
            x=kappa,
            color=colour,
            size=alt.Size("count:Q", scale=alt.Scale(range=[30, 240]), legend=None),
            tooltip=[
                alt.Tooltip("pair:N"),
                alt.Tooltip("system:N"),
                alt.Tooltip("value:Q", title="kappa", format=".4f"),
                alt.Tooltip("agreement:Q", format=".4f"),
                alt.Tooltip("coverage:Q", format=".4f"),
                alt.Tooltip("count:Q", title="replies both rated"),
            ],
        ),
        base.mark_text(style="count", align="left").encode(
            x=alt.value(WIDTH + 12), text=alt.Text("remark:N")
        ),
    ).properties(width=WIDTH, height=len(pairs) * max(ROW_HEIGHT, SYSTEM_HEIGHT * len(systems)))


def mark_values(
    row: Row, pairs: dict[str, str], systems: dict[str, str]
) -> dict[str, str | float]:
    """Return one row with the field names of the marks."""
    numbers = {
        "value": number_of(row, "value"),
        "low": number_of(row, "ci_low"),
        "high": number_of(row, "ci_high"),
        "agreement": number_of(row, "percent_agreement"),
        "coverage": number_of(row, "coverage"),
    }
    count = count_of(row, "scored_count")
    return {
        "pair": pairs[pair_of(row)],
        "system": systems[text_of(row, "system_id")],
        "count": count,
        "remark": f"n={count:,}",
        **{name: value for name, value in numbers.items() if value is not None},
    }
