"""Choose the chart of a metric, and write a chart to a file."""

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import altair
import vl_convert
from altair.typing import ChartType
from altair.utils.schemapi import debug_mode

from evalstore.base.named_modules import named_modules
from evalstore.errors import EmptyChartError, UsageError
from evalstore.metrics.catalog import Metric, catalog, find
from evalstore.reviews.charts.drawing import theme
from evalstore.reviews.charts.drawing.font import with_lengths
from evalstore.reviews.charts.drawing.page import interactive_page
from evalstore.reviews.charts.drawing.rows import ChartScope, RowReader, query
from evalstore.reviews.charts.drawing.text import visible
from evalstore.reviews.charts.metric_by_slice import metric_by_slice
from evalstore.reviews.charts.metric_over_runs import RUN_LIMIT, metric_over_runs, shown_runs
from evalstore.reviews.charts.metric_over_sessions import metric_over_sessions
from evalstore.store.query.queries import Slice, require_name, require_slice, run_status
from evalstore.store.query.reader import Reader
from evalstore.store.verify import integrity

CHARTS: Final = ("reviews/charts/*.py", "suites/*/charts/*.py")
PIXEL_SCALE: Final = 2
# Charts contain their data, so the renderer may not fetch any URL.
NO_URLS: Final[list[str]] = []


@debug_mode(False)
def chart_for(
    reader: RowReader,
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

    With a run it is the chart in the header's ``draws``, else the metric by slice: by
    ``slice_name``, else by the header's ``slice``. Without a run it is the metric over all runs if
    there are several and no slices are to be compared. A table is drawn for one run, by default
    the newest. The slice ``session`` of a run is drawn as a line, in the order of its sessions.
    Altair does not validate its parts meanwhile, which takes a fifth of the time; the tests do.

    Raises UsageError for an unknown metric, and if a table is drawn by slice; EmptyChartError if
    there is nothing to draw.
    """
    metric = find(metric_name)
    is_by_slice = _is_by_slice(slice_name, slice_value)
    if not metric.has_value and is_by_slice:
        raise UsageError(
            f"{metric_name} is drawn for one slice at a time; name its value, such as --slice "
            f"{slice_name}=VALUE"
        )
    if run_id is None and _is_of_one_run(reader, metric, is_by_slice=is_by_slice):
        run_id = _required_run(reader)
    if run_id is None:
        return metric_over_runs(
            reader,
            metric_name=metric_name,
            system_id=system_id,
            validator_id=validator_id,
            slice_name=slice_name or "all",
            slice_value=slice_value or "all",
            variant=variant,
        )
    names = {"system_id": system_id, "validator_id": validator_id, "variant": variant}
    if is_by_slice and slice_name == "session":
        return metric_over_sessions(reader, metric_name=metric_name, run_id=run_id, **names)
    if metric.chart and not is_by_slice:
        scope = ChartScope(
            run_id, system_id, validator_id, slice_name or "all", slice_value or "all", variant
        )
        return named_chart(metric.chart)(reader, scope)
    return metric_by_slice(
        reader,
        metric_name=metric_name,
        run_id=run_id,
        slice_name=slice_name or metric.slice,
        slice_value=slice_value,
        **names,
    )


def _required_run(reader: RowReader) -> str:
    run_id = newest_run(reader)
    if run_id is None:
        raise EmptyChartError(
            "No chart: the store has no runs yet.",
            "a chart needs a run: add one with `evalstore ingest` or `evalstore run`",
        )
    return run_id


def _is_by_slice(slice_name: str | None, slice_value: str | None) -> bool:
    return slice_name is not None and slice_value is None and slice_name != "all"


def _is_of_one_run(reader: RowReader, metric: Metric, *, is_by_slice: bool) -> bool:
    """Return True if a chart without a given run is of the newest run, not of all runs."""
    return not metric.has_value or is_by_slice or has_one_run(reader)


def checked_chart(
    reader: Reader,
    metric_name: str,
    *,
    run_id: str | None = None,
    system_id: str | None = None,
    validator_id: str | None = None,
    part: Slice | None = None,
    variant: str | None = None,
) -> ChartType:
    """
    Draw ``chart_for`` after checking its names and the facts of its runs.

    Raises UsageError for an unknown metric, run, system, validator or slice, and for a table
    without a chart; EmptyChartError if there is nothing to draw;
    CorruptStoreError if definitions or facts do not match the events.
    """
    metric = find(metric_name)
    choice: dict[str, str | None] = {
        "validator_id": validator_id,
        "slice_name": part.name if part else None,
        "slice_value": part.value if part else None,
        "variant": variant,
    }
    run_ids = _runs_to_compare(reader, metric, system_id, choice) if run_id is None else [run_id]
    with integrity.sound(reader, run_ids, shows_texts=False):
        require_drawable(metric)
        if run_id is not None:
            run_status(reader, run_id)
        require_name(reader, "system", system_id, run_id)
        require_name(reader, "validator", validator_id, run_id)
        if part is not None:
            require_slice(reader, metric, part, run_id)
        return chart_for(reader, metric_name, run_id, system_id, **choice)


def _runs_to_compare(
    reader: RowReader, metric: Metric, system_id: str | None, choice: dict[str, str | None]
) -> list[str]:
    """Return the runs of a chart without a given run, and the newest runs."""
    # A run may be missing from the chart because its facts were removed.
    rows = reader.rows(
        "select run_id from facts.runs order by started_at desc nulls last limit $limit",
        limit=RUN_LIMIT,
    )
    newest = [str(row["run_id"]) for row in rows]
    is_by_slice = _is_by_slice(choice["slice_name"], choice["slice_value"])
    if _is_of_one_run(reader, metric, is_by_slice=is_by_slice):
        drawn = [run_id for run_id in [newest_run(reader)] if run_id is not None]
    else:
        wanted = {key: value for key, value in choice.items() if value is not None}
        drawn = shown_runs(reader, metric.name, system_id=system_id, **wanted)
    return list(dict.fromkeys([*drawn, *newest]))


def named_chart(name: str) -> Callable[[RowReader, ChartScope], ChartType]:
    """Return the chart function of a name, from the module of the same name."""
    chart: Callable[[RowReader, ChartScope], ChartType] = getattr(
        import_module(named_modules(*CHARTS)[name]), name
    )
    return chart


def require_drawable(metric: Metric) -> None:
    """Raise UsageError if a metric is a table without a chart."""
    if not metric.has_value and not metric.chart:
        drawable = sorted(
            entry.name for entry in catalog().values() if entry.chart and not entry.has_value
        )
        raise UsageError(
            f"{metric.name} is a table without a chart: {metric.why_not_drawn}; tables with one: "
            f"{', '.join(drawable)}; run `evalstore show {metric.name}` to print it"
        )


def newest_run(reader: RowReader) -> str | None:
    """Return the id of the run that started last, None in an empty store."""
    rows = reader.rows(query("newest_run"))
    return str(rows[0]["run_id"]) if rows else None


def has_one_run(reader: RowReader) -> bool:
    """Return True if the store contains at most one run."""
    return len(reader.rows(query("two_runs"))) <= 1


def specification(chart: ChartType | dict[str, Any], mode: theme.Mode = "light") -> dict[str, Any]:
    """
    Return the Vega-Lite specification of a chart, or of a plain one, in its light or dark theme.

    Every text in it is cleaned again here, because the renderer aborts the whole process on a
    character that XML does not allow. It is not compared with the schema of Vega-Lite, which
    would take as long as drawing it; the tests do that for each chart.
    """
    plain: dict[str, Any] = chart if isinstance(chart, dict) else chart.to_dict(validate=False)
    dressed = {**plain, "config": theme.config(mode)}
    return {key: cleaned(value) for key, value in dressed.items()}


def cleaned(value: Any) -> Any:
    """Return a JSON value with the invisible characters of all texts spelled out."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {visible(key): cleaned(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [cleaned(item) for item in value]
    return value


def themed(chart: ChartType) -> ChartType:
    """Return a chart with its theme and cleaned texts, as in files."""
    # Validated, since a chart of several layers has a class of its own, which is found that way.
    return altair.Chart.from_dict(specification(chart), validate=True)


def svg(chart: ChartType, mode: theme.Mode = "light") -> str:
    """Return a chart as SVG text without scripts, links or style elements."""
    return drawn(specification(chart, mode))


def drawn(specified: dict[str, Any]) -> str:
    """Return the SVG text of a specification, like ``svg``."""
    return with_lengths(vl_convert.vegalite_to_svg(specified, allowed_base_urls=NO_URLS))


def html_bytes(chart: ChartType, mode: theme.Mode | None) -> bytes:
    """Return a page that follows the reader's colour scheme, unless a mode is given."""
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
    """Return the chart's Vega-Lite specification as the bytes of a JSON file."""
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
    Write a chart to a file, in the format of the file's ending.

    Without a mode a page follows the reader's colour scheme, and other formats are light. Raises
    UsageError for an unknown ending.
    """
    path = Path(path)
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise UsageError(
            f"{path.name}: found the ending {path.suffix!r}, expected one of {', '.join(WRITERS)}"
        )
    path.write_bytes(writer(chart, mode))
