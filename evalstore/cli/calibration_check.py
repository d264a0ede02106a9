"""``evalstore calibration-check``: compare measured metrics with declared rates."""

import click

from evalstore.api.store import Store
from evalstore.cli._options import json_option, run_argument, store_option
from evalstore.cli._printing import print_json, print_table

SIGNS = {True: "✓ covered", False: "✗ missed", None: "no interval"}


@click.command()
@run_argument("run_id")
@json_option
@store_option
def calibration_check(store: Store, run_id: str, as_json: bool) -> None:
    """Compare metrics of simulated systems in RUN with the rates they declare.

    The intervals have 95 % coverage, so about one in twenty misses.

    Example:

    \b
        evalstore calibration-check r1
    """
    rates = store.calibration_check(run_id)
    if as_json:
        print_json(
            [
                {
                    "system_id": item.system_id,
                    "metric": item.metric,
                    "slice": f"{item.slice_name}={item.slice_value}",
                    "variant": item.variant,
                    "declared": item.declared,
                    "measured": item.measured,
                    "ci_low": item.ci_low,
                    "ci_high": item.ci_high,
                    "is_covered": item.is_covered,
                }
                for item in rates
            ]
        )
        return
    rows = [
        (
            item.system_id, item.metric, f"{item.slice_name}={item.slice_value}", item.variant,
            item.declared, item.measured, item.ci_low, item.ci_high, SIGNS[item.is_covered],
        )
        for item in rates
    ]  # fmt: skip
    print_table(
        (
            "system", "metric", "slice", "variant", "declared", "measured", "ci_low", "ci_high",
            "check",
        ),
        rows,
    )  # fmt: skip
