"""``evalstore drift robustness``: detection on perturbed profiles."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalstore.base.text_table import escaped
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_table
from evalstore.store.layout import Layout

if TYPE_CHECKING:
    from evalstore.suites.drift.analyses.drift_readings import Recorded

COLUMNS = ("profiles", "rate", "median", "low", "high", "draws")
NAMES = {
    "hit_rate": "hit rate",
    "false_positive_rate": "false positive rate",
    "changed_share": "share of weeks that change",
}


@click.command()
@click.argument("run_id", metavar="[RUN]", required=False)
@click.option("--system", "system_id", metavar="ID", help="Which, where a run has several.")
@click.option(
    "--draws", "draw_count", type=click.IntRange(1, 100_000), default=1000, show_default=True,
    help="How often weights are drawn, of each kind.",
)  # fmt: skip
@click.option(
    "--concentration", type=float, default=50.0, show_default=True,
    help="How close drawn weights are to those given; a weight of 0.4 moves by 0.07 at 50.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0, 2**53), default=0, show_default=True,
    help="The same seed draws the same again.",
)  # fmt: skip
@click.option(
    "--thresholds", "thresholds_file", type=click.Path(path_type=Path), metavar="FILE",
    help="As `drift tune` writes them; else those of the run. For a profile, those of its own.",
)  # fmt: skip
@click.option("--no-record", is_flag=True, help="Do not append the ranges as an event.")
@json_option
@store_option
def robustness(
    layout: Layout,
    run_id: str | None,
    system_id: str | None,
    draw_count: int,
    concentration: float,
    seed: int,
    thresholds_file: Path | None,
    no_record: bool,
    as_json: bool,
) -> None:
    """Detect drift on whole profiles, as they are and with weights drawn anew around them.

    Says how far hit rate and false positive rate of RUN move: the median and the middle 95 % of
    draws. In draws of kind rank_swap, two neighbours in rank of each persona change weights. The
    default RUN is the latest. Recorded as analysis_recorded.

    Example:

    \b
        evalstore drift robustness --system critic
        evalstore drift robustness r1 --system critic --thresholds thresholds.toml --draws 200
    """
    from evalstore.cli._progress import progress_shown
    from evalstore.cli._recording import recorded_sentence, require_folded
    from evalstore.harnesses.recording import record
    from evalstore.store.query import queries
    from evalstore.store.query.reader import reading
    from evalstore.suites.drift.analyses import drift_robustness
    from evalstore.suites.drift.engine import thresholds

    file_thresholds = None if thresholds_file is None else thresholds.read(thresholds_file)
    drift_robustness.RobustnessPlan(system_id, draw_count, concentration, seed).require()
    require_folded(layout, "drawing")
    with reading(layout) as reader, progress_shown("drawing", is_quiet=as_json) as on_progress:
        run_id = run_id or queries.newest_run(reader)
        queries.run_status(reader, run_id)
        detection = file_thresholds or drift_robustness.detection_of(reader, run_id)
        plan = drift_robustness.RobustnessPlan(
            system_id, draw_count, concentration, seed, detection
        )
        perturbed_rates = drift_robustness.perturbed(reader, run_id, plan, on_progress)
    recorded = None
    if not no_record:
        recorded = record(layout, [perturbed_rates.event()], source="drift robustness")
    if as_json:
        print_json(
            {
                "run_id": run_id,
                "recorded": recorded,
                "analysis": perturbed_rates.event()["payload"],
            }
        )
    else:
        _print(perturbed_rates)
        click.echo(recorded_sentence(recorded))


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
