"""``evalstore drift detect``: apply the triggers to recorded readings."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalstore.base.text_table import escaped
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_table
from evalstore.errors import UsageError
from evalstore.store.layout import Layout

if TYPE_CHECKING:
    from evalstore.suites.drift.analyses.drift_detection import DriftDetections

COLUMNS = ("system", "readings", "fired", "held back")


@click.command()
@click.argument("run_id", metavar="RUN")
@click.option(
    "--thresholds", "thresholds_file", type=click.Path(path_type=Path), metavar="FILE",
    help="When a trigger fires, as `drift tune` writes it; else as it was for this run before.",
)  # fmt: skip
@click.option("--no-record", is_flag=True, help="Print what is found and append nothing.")
@json_option
@store_option
def detect(
    layout: Layout, run_id: str, thresholds_file: Path | None, no_record: bool, as_json: bool
) -> None:
    """Apply the triggers to the readings of RUN and append what they find.

    What other thresholds found before and these do not is retracted, and an analysis_recorded
    event says which were applied: a system for which nothing fires has a hit rate of 0 from then
    on, and not an unknown one. The same thresholds again append nothing. Without --thresholds,
    those applied last count, else those the run began with, else the defaults.

    Example:

    \b
        evalstore drift detect r1
        evalstore drift detect r1 --thresholds thresholds.toml
    """
    from evalstore.cli._recording import require_folded
    from evalstore.harnesses.recording import record
    from evalstore.store.query import queries
    from evalstore.store.query.reader import reading
    from evalstore.suites.drift.analyses import drift_detection
    from evalstore.suites.drift.engine import thresholds

    detection_thresholds = None if thresholds_file is None else thresholds.read(thresholds_file)
    require_folded(layout, "applying the triggers")
    with reading(layout) as reader:
        queries.run_status(reader, run_id)
        if detection_thresholds is None:
            detection_thresholds, thresholds_source = drift_detection.thresholds_of(reader, run_id)
        else:
            thresholds_source = str(thresholds_file)
        detections = drift_detection.detect(reader, run_id, detection_thresholds)
    if not detections.systems:
        raise UsageError(
            f"run {run_id!r} holds no readings of alignment of a case with the attributes "
            "persona_id and week, so there is nothing to apply a trigger to; record both in the "
            "attributes of a case_generated event for each week that was read"
        )
    for name in detections.unknown_values:
        said_of = f"thresholds of {name!r}: no reading of this run has this value"
        click.echo(escaped(said_of), err=True)
    is_recorded = detections.is_news and not no_record
    if is_recorded:
        record(layout, detections.events, source="drift detect")
    if as_json:
        print_json(_as_dict(run_id, detections, thresholds_source, is_recorded=is_recorded))
    else:
        _print(run_id, detections, thresholds_source, is_recorded=is_recorded)


def _as_dict(
    run_id: str, detections: "DriftDetections", thresholds_source: str, *, is_recorded: bool
) -> dict[str, object]:
    from dataclasses import asdict

    from evalstore.suites.drift.engine import thresholds

    return {
        "run_id": run_id,
        "thresholds": thresholds.recorded(detections.detection),
        "thresholds_from": thresholds_source,
        "systems": [asdict(item) for item in detections.systems],
        "new": detections.new_count,
        "changed": detections.changed_count,
        "retracted": detections.retracted_count,
        "is_recorded": is_recorded,
    }


def _print(
    run_id: str, detections: "DriftDetections", thresholds_source: str, *, is_recorded: bool
) -> None:
    from evalstore.suites.drift.engine import thresholds

    click.echo(escaped(f"run {run_id}, thresholds: {thresholds_source}"))
    settings = thresholds.recorded(detections.detection)
    values = settings.pop("values", {})
    words = [f"{name} {value:g}" for name, value in settings.items()]
    if isinstance(values, dict) and values:
        words.append(f"others for {', '.join(sorted(values))}")
    click.echo(escaped(", ".join(words)))
    print_table(
        COLUMNS,
        [
            (item.system_id, item.reading_count, item.detection_count, item.suppressed_count)
            for item in detections.systems
        ],
    )
    counts = f"{detections.new_count} new, {detections.changed_count} changed, "
    counts += f"{detections.retracted_count} retracted"
    if not detections.is_news:
        click.echo("all of it is in the log already")
    else:
        click.echo(f"recorded: {counts}" if is_recorded else f"not recorded: {counts}")
