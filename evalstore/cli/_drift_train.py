"""``evalstore drift train``: train a critic on labelled entries."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json
from evalstore.errors import UsageError
from evalstore.phrases import counted
from evalstore.store.layout import Layout

if TYPE_CHECKING:
    from evalstore.drift.critic.lesson import Epoch


@click.command()
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="DIR", required=True,
    help="The folder to keep the critic in; one that is there is replaced.",
)  # fmt: skip
@click.option(
    "--loss", metavar="NAME", default="corn", show_default=True,
    help="corn, soft_ordinal or mse.",
)  # fmt: skip
@click.option(
    "--features", metavar="NAME", default="hashed", show_default=True,
    help="What is seen of a text: hashed words, or minilm sentence vectors.",
)  # fmt: skip
@click.option(
    "--personas", "persona_count", type=click.IntRange(min=1), default=600, show_default=True,
    help="How many to learn from; a quarter as many more say when to stop.",
)  # fmt: skip
@click.option(
    "--seed", metavar="TEXT", default="critic", show_default=True,
    help="Draws the personas and all that is random in training.",
)  # fmt: skip
@click.option(
    "--labels", metavar="KIND", default="true", show_default=True,
    help="true, or shuffled: the control, which can learn nothing.",
)  # fmt: skip
@json_option
@store_option
def train(
    layout: Layout,
    output: Path,
    loss: str,
    features: str,
    persona_count: int,
    seed: str,
    labels: str,
    as_json: bool,
) -> None:
    """Train a critic on generated personas whose entries are labelled, and keep it in DIR.

    Needs `evalstore[drift]`. The personas are none of those that `run drift` asks about. The
    same options give the same critic on the same machine.

    Example:

    \b
        evalstore drift train -o critic
        evalstore drift train --loss soft_ordinal --features minilm -o critic-minilm
        evalstore drift train --labels shuffled -o control --json
    """
    from evalstore.drift.critic.settings import CriticSettings
    from evalstore.systems._critic_training import trained

    layout.require_outside(output)
    settings = CriticSettings(loss=loss, features=features, labels=labels, seed=seed).checked()
    _require_folder(output)
    epochs: list[Epoch] = []

    def hear(epoch: "Epoch") -> None:
        epochs.append(epoch)
        if not as_json:
            click.echo(_worded(epoch), err=True)

    started = time.perf_counter()
    critic = trained(seed, settings, persona_count=persona_count, on_epoch=hear)
    training_s = time.perf_counter() - started
    # Only now: the module imports torch, and `trained` says how to get it where it is missing.
    from evalstore.drift.critic import saving

    saving.save(critic, output)
    facts = {
        "critic": str(output),
        "training_s": round(training_s, 3),
        "epochs": len(epochs),
        "validation_qwk": critic.training.get("validation_qwk"),
        "fingerprint": critic.fingerprint,
        "training": critic.training,
        "settings": critic.settings.recorded(),
    }
    if as_json:
        print_json(facts)
        return
    kappa = facts["validation_qwk"]
    click.echo(f"trained in {training_s:.1f} s, {counted(len(epochs), 'epoch')}")
    click.echo(f"validation QWK {kappa:.4f}" if isinstance(kappa, float) else "no validation QWK")
    click.echo(f"fingerprint of the entries {critic.fingerprint}")
    click.echo(f"wrote {output}")


def _require_folder(output: Path) -> None:
    """Make the folder now, so that no training ends in a place that cannot be written."""
    from evalstore.drift.critic.extra import check_installed

    # Or a folder would stay behind that never holds a critic.
    check_installed()
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"cannot make the folder {output}: {error.strerror}; name another with -o"
        ) from error


def _worded(epoch: "Epoch") -> str:
    kappa = "-" if epoch.validation_qwk is None else f"{epoch.validation_qwk:.4f}"
    best = ", the best so far" if epoch.is_best else ""
    return (
        f"epoch {epoch.number}: loss {epoch.training_loss:.4f}, validation "
        f"{epoch.validation_loss:.4f}, QWK {kappa}{best}"
    )
