"""``evalstore drift``: train a critic, apply and tune thresholds, validate both."""

import click

from evalstore.cli._drift_detect import detect
from evalstore.cli._drift_robustness import robustness
from evalstore.cli._drift_train import train
from evalstore.cli._drift_tune import tune
from evalstore.cli._drift_validate import validate


@click.group()
def drift() -> None:
    """Train, tune and check the detection of drift from declared values.

    Example:

    \b
        evalstore drift train -o critic
        evalstore run drift
        evalstore drift detect r1 --thresholds thresholds.toml
        evalstore drift tune --system critic -o thresholds.toml
        evalstore drift validate --system critic
        evalstore drift robustness --system critic
    """


for command in (train, detect, tune, validate, robustness):
    drift.add_command(command)
