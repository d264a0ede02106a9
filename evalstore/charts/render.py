"""From a question to a chart, and from a chart to a file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypedDict

import vl_convert
from altair.typing import ChartType

from evalstore.charts.abstention_matrix import abstention_matrix
from evalstore.charts.critic_confusion import critic_confusion
from evalstore.charts.drawing import theme
from evalstore.charts.drawing.empty import saying
from evalstore.charts.drawing.page import interactive_page
from evalstore.charts.drawing.rows import Reader, query
from evalstore.charts.drawing.text import visible
from evalstore.charts.drift_confusion import drift_confusion
from evalstore.charts.metric_by_slice import metric_by_slice
from evalstore.charts.metric_over_runs import metric_over_runs
from evalstore.charts.reliability import reliability
from evalstore.charts.risk_coverage import risk_coverage
from evalstore.charts.uncertainty_against_error import uncertainty_against_error
from evalstore.errors import UsageError
from evalstore.metrics.catalog import Metric

# Metrics that a reliability diagram explains better than their value does.
CALIBRATION_METRICS = frozenset(
    {
        "confidence_gap",
        "ece",
        "overconfidence_index",
        "reliability_bins",
        "underconfidence_index",
    }
)
# Tables have no single value, so each needs a drawing of its own.
TABLES = (
    "abstention_confusion",
    "critic_confusion",
    "drift_confusion",
    "reliability_bins",
    "risk_coverage",
)
# What critics read has no validator.
OF_CRITICS = {
    "critic_confusion": critic_confusion,
    "drift_confusion": drift_confusion,
    "uncertainty_error_pearson": uncertainty_against_error,
    "uncertainty_error_spearman": uncertainty_against_error,
}
# By what a metric is compared within a run, where that is not the domain.
SLICES: Final = {
    "false_positive_rate": "scenario",
    "hit_rate": "severity",
    **dict.fromkeys(
        (
            "critic_accuracy",
            "critic_mae",
            "drift_f1",
            "drift_precision",
            "drift_recall",
            "qwk",
            "recall_per_class",
            "suppression_rate",
            "uncertainty_coverage",
        ),
        "value_dim",
    ),
}
PIXEL_SCALE: Final = 2
# Charts carry their data: whatever a specification says, nothing is fetched.
NO_URLS: Final[list[str]] = []


class Filters(TypedDict):
    """Which rows of a metric a chart is about."""

    system_id: str | None
    validator_id: str | None
    slice_name: str
    slice_value: str


def chart_for(
    reader: Reader,
    metric_name: str,
    run_id: str | None = None,
    system_id: str | None = None,
    *,
    validator_id: str | None = None,
    slice_name: str | None = None,
    slice_value: str | None = None,
    variant: str | None = None,
) -> ChartType:
    """
    Choose and draw the chart of a metric.

    A table is drawn for one run, the newest unless another is named. Of the others, with a run:
    the reliability diagram for a metric of calibration, uncertainty against error where they
    are correlated, else the metric by slice (``SLICES``, unless one is named). Without
    one: the metric over all runs, where there is more than one and no slice is to be compared
    with the next.
    """
    is_by_slice = slice_name is not None and slice_value is None and slice_name != "all"
    if metric_name in TABLES and is_by_slice:
        raise UsageError(
            f"{metric_name} is drawn for one slice at a time; say which, such as --slice "
            f"{slice_name}=VALUE"
        )
    if run_id is None and (metric_name in TABLES or is_by_slice or has_one_run(reader)):
        run_id = newest_run(reader)
        if run_id is None:
            return saying("No chart: the store holds no run yet.")
    filters: Filters = {
        "system_id": system_id,
        "validator_id": validator_id,
        "slice_name": slice_name or "all",
        "slice_value": slice_value or "all",
    }
    if run_id is None:
        return metric_over_runs(reader, metric_name=metric_name, variant=variant, **filters)
    chart = None if is_by_slice else own_chart(reader, metric_name, run_id, filters, variant)
    if chart is not None:
        return chart
    return metric_by_slice(
        reader,
        metric_name=metric_name,
        run_id=run_id,
        slice_name=slice_name or SLICES.get(metric_name, "domain"),
        slice_value=slice_value,
        system_id=system_id,
        validator_id=validator_id,
        variant=variant,
    )


def own_chart(
    reader: Reader, metric_name: str, run_id: str, filters: Filters, variant: str | None
) -> ChartType | None:
    """Draw what tells more of a metric of one run than its value, None where nothing does."""
    if metric_name in OF_CRITICS:
        return OF_CRITICS[metric_name](
            reader,
            run_id=run_id,
            system_id=filters["system_id"],
            slice_name=filters["slice_name"],
            slice_value=filters["slice_value"],
        )
    if metric_name == "abstention_confusion":
        return abstention_matrix(reader, run_id=run_id, **filters)
    if metric_name == "risk_coverage":
        return risk_coverage(reader, run_id=run_id, variant=variant, **filters)
    if metric_name in CALIBRATION_METRICS:
        return reliability(reader, run_id=run_id, variant=variant, **filters)
    return None


def require_drawable(metric: Metric) -> None:
    """Raise UsageError for a table that no chart draws."""
    if not metric.has_value and metric.name not in TABLES:
        raise UsageError(
            f"{metric.name} is a table without a chart; tables with one are {', '.join(TABLES)}, "
            f"and `evalstore show {metric.name}` prints it"
        )


def newest_run(reader: Reader) -> str | None:
    """Return the run that started last, None in an empty store."""
    rows = reader.rows(query("newest_run"))
    return str(rows[0]["run_id"]) if rows else None


def has_one_run(reader: Reader) -> bool:
    """Say whether the store holds at most one run, so that nothing goes over runs."""
    return len(reader.rows(query("two_runs"))) <= 1


def specification(chart: ChartType, mode: theme.Mode = "light") -> dict[str, Any]:
    """
    Return the Vega-Lite specification of a chart, dressed for light or dark.

    Every text in it is cleaned here once more, whatever drew it: the renderer aborts the whole
    process on a character that XML does not allow.
    """
    plain: dict[str, Any] = chart.to_dict()
    dressed = {**plain, "config": theme.config(mode)}
    return {key: cleaned(value) for key, value in dressed.items()}


def cleaned(value: Any) -> Any:
    """Make every text in a JSON value visible."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {visible(key): cleaned(item) for key, item in value.items()}
    if isinstance(value, list):
        return [cleaned(item) for item in value]
    return value


def svg(chart: ChartType, mode: theme.Mode = "light") -> str:
    """Draw a chart as SVG text: no script, no link, no style element."""
    return vl_convert.vegalite_to_svg(specification(chart, mode), allowed_base_urls=NO_URLS)


def html_bytes(chart: ChartType, mode: theme.Mode | None) -> bytes:
    """Write a page that follows the reader's screen, unless a mode is asked for."""
    if mode is not None:
        return interactive_page({mode: specification(chart, mode)}).encode()
    return interactive_page(
        {"light": specification(chart, "light"), "dark": specification(chart, "dark")}
    ).encode()


def svg_bytes(chart: ChartType, mode: theme.Mode | None) -> bytes:
    """Return the chart as the bytes of an SVG file."""
    return svg(chart, mode or "light").encode()


def png_bytes(chart: ChartType, mode: theme.Mode | None) -> bytes:
    """Return the chart as the bytes of a PNG file."""
    return vl_convert.vegalite_to_png(
        specification(chart, mode or "light"), scale=PIXEL_SCALE, allowed_base_urls=NO_URLS
    )


def pdf_bytes(chart: ChartType, mode: theme.Mode | None) -> bytes:
    """Return the chart as the bytes of a PDF file."""
    return vl_convert.vegalite_to_pdf(
        specification(chart, mode or "light"), allowed_base_urls=NO_URLS
    )


def json_bytes(chart: ChartType, mode: theme.Mode | None) -> bytes:
    """Return the chart's specification, as Vega-Lite has it."""
    text = json.dumps(specification(chart, mode or "light"), ensure_ascii=False, indent=2)
    return f"{text}\n".encode()


WRITERS: dict[str, Callable[[ChartType, theme.Mode | None], bytes]] = {
    ".html": html_bytes,
    ".svg": svg_bytes,
    ".png": png_bytes,
    ".pdf": pdf_bytes,
    ".json": json_bytes,
}


def save(chart: ChartType, path: str | Path, mode: theme.Mode | None = None) -> None:
    """
    Write a chart to a file, as what the file's ending says.

    Without a mode a page follows the reader's screen, and everything else is light.
    """
    path = Path(path)
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise UsageError(
            f"cannot tell from '{path.name}' what to write; "
            f"the name should end in {', '.join(WRITERS)}"
        )
    path.write_bytes(writer(chart, mode))
