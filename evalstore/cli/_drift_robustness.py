"""``evalstore drift robustness``: detection on perturbed profiles."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalstore.api.store import Store
from evalstore.base.text_table import escaped
from evalstore.cli._options import json_option, record_option, run_argument, store_option
from evalstore.cli._printing import print_json, print_note, print_table
from evalstore.cli._progress import progress_shown
from evalstore.cli._recording import recorded_sentence

if TYPE_CHECKING:
    from evalstore.suites.drift.analyses.drift_readings import Recorded

COLUMNS = ("profiles", "rate", "median", "low", "high", "draws")
NAMES = {
    "hit_rate": "hit rate",
    "false_positive_rate": "false positive rate",
    "changed_share": "share of weeks that change",
}


@click.command()
@run_argument("run", is_required=False)
@click.option("--system", metavar="ID", help="Select a system; required if the run has several.")
@click.option(
    "--draws", type=click.IntRange(1, 100_000), default=1000, show_default=True,
    help="Draw this many weights of each kind.",
)  # fmt: skip
@click.option(
    "--concentration", type=float, default=50.0, show_default=True,
    help="Draw weights this close to the original ones; at 50, a weight of 0.4 moves by 0.07.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0, 2**53), default=0, show_default=True,
    help="Set the seed; the same seed gives the same draws.",
)  # fmt: skip
@click.option(
    "--thresholds", type=click.Path(path_type=Path), metavar="FILE",
    help=(
        "Read thresholds that `drift tune` wrote; those of [drift.values.profile] are used if "
        "set. Default: those of the run."
    ),
)  # fmt: skip
@record_option("the ranges as an event")
@json_option
@store_option
def robustness(store: Store, as_json: bool, **query: Any) -> None:
    """Detect drift on whole profiles, with their own weights and with random ones near them.

    Prints how far hit rate and false positive rate of RUN change: the median and the middle 95 %
    of draws. In draws of kind rank_swap, two values of neighbouring rank swap their weights. The
    default RUN is the newest. --record appends analysis_recorded.

    Example:

    \b
        evalstore drift robustness --system critic
        evalstore drift robustness r1 --system critic --thresholds thresholds.toml --draws 200
    """
    with progress_shown("drawing", is_quiet=as_json) as on_progress:
        result = store.drift_robustness(on_progress=on_progress, on_note=print_note, **query)
    if as_json:
        print_json(result.to_dict())
    else:
        _print(result.analysis)
        click.echo(recorded_sentence(result.recorded))


def _print(recorded: "Recorded") -> None:
    click.echo(
        f"run {escaped(recorded.run_id)}, system {escaped(str(recorded.parameters['system_id']))}"
    )
    results: dict[str, Any] = recorded.results
    rows = [
        ("as they are", NAMES[rate], results["unperturbed"][rate], None, None, None)
        for rate in ("hit_rate", "false_positive_rate")
    ]
    rows += [
        (kind, words, *(results[kind][rate][name] for name in ("median", "low", "high")),
         results[kind]["draw_count"])
        for kind in ("dirichlet", "rank_swap")
        for rate, words in NAMES.items()
    ]  # fmt: skip
    print_table(COLUMNS, rows)
