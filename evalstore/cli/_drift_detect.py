"""``evalstore drift detect``: apply the triggers to recorded readings."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalstore.api.store import Store
from evalstore.base.text_table import escaped
from evalstore.cli._options import json_option, run_argument, store_option
from evalstore.cli._printing import print_json, print_note, print_table

if TYPE_CHECKING:
    from evalstore.api.reads.analyses import DriftDetected

COLUMNS = ("system", "readings", "fired", "held back")


@click.command()
@run_argument("run")
@click.option(
    "--thresholds", type=click.Path(path_type=Path), metavar="FILE",
    help=(
        "Read thresholds of triggers that `drift tune` wrote. Default: those last used for this "
        "run."
    ),
)  # fmt: skip
@click.option(
    "--no-record", "record", is_flag=True, flag_value=False, default=True,
    help="Print the detections and append nothing.",
)  # fmt: skip
@json_option
@store_option
def detect(store: Store, as_json: bool, **query: Any) -> None:
    """Apply the triggers to the readings of RUN and append the detections.

    Earlier detections that these thresholds do not give are retracted. An analysis_recorded event
    names the thresholds, so a system without detections has a hit rate of 0, not an unknown one.
    The same thresholds again append nothing. Without --thresholds, those applied last are used,
    or those the run began with, or the defaults.

    Example:

    \b
        evalstore drift detect r1
        evalstore drift detect r1 --thresholds thresholds.toml
    """
    detected = store.detect_drift(on_note=print_note, **query)
    if as_json:
        print_json(detected.to_dict())
    else:
        _print(detected)


def _print(detected: "DriftDetected") -> None:
    detections = detected.detections
    click.echo(escaped(f"run {detected.run_id}, thresholds: {detected.thresholds_source}"))
    settings = detected.thresholds
    values = settings.pop("values", {})
    words = [f"{name} {value:g}" for name, value in settings.items()]
    if isinstance(values, dict) and values:
        words.append(f"other thresholds for {', '.join(sorted(values))}")
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
        click.echo("all detections are in the log already; nothing was appended")
    else:
        click.echo(f"recorded: {counts}" if detected.is_recorded else f"not recorded: {counts}")
