"""``evalstore drift train``: train a critic on labelled entries."""

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from evalstore.suites.drift.engine.critic.critic import Critic
    from evalstore.suites.drift.engine.critic.lesson import Epoch
    from evalstore.suites.drift.engine.critic.settings import CriticSettings


@click.command()
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="DIR", required=True,
    help="Write the critic to this folder; an existing critic is replaced.",
)  # fmt: skip
@click.option(
    "--journals", type=click.Path(path_type=Path), metavar="FILE",
    help="Train on the labelled journal entries of this file instead; each names its persona.",
)  # fmt: skip
@click.option(
    "--text-alone", is_flag=True, help="Leave out the writers' core values, with --journals."
)
@click.option(
    "--loss", metavar="NAME", help=(
        "Choose the loss function: corn (default), soft_ordinal or mse (default with --journals)."
    ),
)  # fmt: skip
@click.option(
    "--features", metavar="NAME",
    help="Choose the features of a text: hashed (words, default), words (default with "
        "--journals) or minilm (sentence vectors).",
)  # fmt: skip
@click.option(
    "--encoder", metavar="DIR",
    help="Use the sentence encoder in this folder for features; it is not trained.",
)  # fmt: skip
@click.option(
    "--personas", "persona_count", type=click.IntRange(min=1), default=600, show_default=True,
    help="Train on this many personas; a quarter as many more are used to decide when to stop.",
)  # fmt: skip
@click.option(
    "--seed", metavar="TEXT", default="critic", show_default=True,
    help="Set the seed of the personas and of the training.",
)  # fmt: skip
@click.option(
    "--labels", metavar="KIND", default="true", show_default=True,
    help="Choose the labels: true, or for a control critic shuffled or shuffled_sides.",
)  # fmt: skip
@json_option
@store_option
def train(
    store: Store,
    output: Path,
    journals: Path | None,
    text_alone: bool,
    loss: str | None,
    features: str | None,
    encoder: str | None,
    persona_count: int,
    seed: str,
    labels: str,
    as_json: bool,
) -> None:
    """Train a critic on labelled entries of generated personas, and write it to DIR.

    Needs `evalstore[drift]`. `run drift` asks about other personas. --journals trains a critic for
    people's own journals, an ensemble whose members each leave out some of the personas. The same
    options give the same critic on the same machine.

    Example:

    \b
        evalstore drift train -o critic
        evalstore drift train --loss soft_ordinal --features minilm -o critic-minilm
        evalstore drift train --encoder models/bge-small -o critic-bge
        evalstore drift train --labels shuffled -o control --json
        evalstore drift train --journals entries.jsonl -o own
    """
    from evalstore.suites.drift.training.critic_training import trained
    from evalstore.suites.drift.training.journal_training import (
        judged_entries,
        trained_on_journals,
    )

    store.require_outside(output)
    settings = _settings(
        journals, loss, features, labels, seed, text_alone=text_alone, encoder=encoder
    )
    _require_folder(output, settings)
    epochs: list[Epoch] = []

    def hear(epoch: "Epoch") -> None:
        epochs.append(epoch)
        if not as_json:
            click.echo(_worded(epoch), err=True)

    started = time.perf_counter()
    if journals is None:
        critic = trained(seed, settings, persona_count=persona_count, on_epoch=hear)
    else:
        critic = trained_on_journals(journals, settings, on_epoch=hear)
    training_s = round(time.perf_counter() - started, 3)
    _save(critic, output)
    left_out_count = 0 if journals is None else judged_entries(journals)[1]
    facts = _facts(critic, output, training_s, len(epochs), left_out_count)
    if as_json:
        print_json(facts)
    else:
        _print(facts)


def _save(critic: "Critic", folder: Path) -> None:
    # Not imported before the training, which checks that torch is installed.
    from evalstore.suites.drift.engine.critic.saving import save

    save(critic, folder)


def _facts(
    critic: "Critic", output: Path, training_s: float, epoch_count: int, left_out_count: int
) -> dict[str, object]:
    return {
        "critic": str(output),
        "training_s": training_s,
        "epochs": epoch_count,
        "validation_qwk": critic.training.get("validation_qwk"),
        "fingerprint": critic.fingerprint,
        "training": critic.training,
        "settings": critic.settings.recorded(),
        "left_out_count": left_out_count,
    }


def _print(facts: Mapping[str, object]) -> None:
    kappa, left_out = facts["validation_qwk"], int(str(facts["left_out_count"]))
    epochs = counted(int(str(facts["epochs"])), "epoch")
    click.echo(f"trained in {facts['training_s']:.1f} s, {epochs}")
    click.echo(f"validation QWK {kappa:.4f}" if isinstance(kappa, float) else "no validation QWK")
    click.echo(f"fingerprint of the entries {facts['fingerprint']}")
    training = facts["training"]
    truncated = training.get("truncated_entry_count") if isinstance(training, dict) else None
    if truncated:
        click.echo(
            f"{counted(int(truncated), 'entry is', 'entries are')} longer than the encoder reads; "
            "only the beginning was used"
        )
    if left_out:
        click.echo(f"left out {counted(left_out, 'entry', 'entries')} without alignments")
    click.echo(f"wrote {facts['critic']}")


def _settings(
    journals: Path | None,
    loss: str | None,
    features: str | None,
    labels: str,
    seed: str,
    *,
    text_alone: bool,
    encoder: str | None,
) -> "CriticSettings":
    """Return the settings from the options, over the defaults for the kind of entries."""
    from evalstore.suites.drift.engine.critic.settings import JOURNALS, CriticSettings

    if text_alone and journals is None:
        raise UsageError("--text-alone needs --journals; add --journals FILE")
    default = CriticSettings() if journals is None else JOURNALS
    return replace(
        default,
        loss=loss or default.loss,
        features=features or ("encoder" if encoder else default.features),
        encoder=encoder or default.encoder,
        labels=labels,
        seed=seed,
        reads_core_values=default.reads_core_values and not text_alone,
    ).checked()


def _require_folder(output: Path, settings: "CriticSettings") -> None:
    """Create the output folder before training, so that an unwritable path fails at once."""
    from evalstore.suites.drift.engine.critic.extra import check_installed

    # Checked first, so that no empty folder stays behind.
    check_installed()
    if settings.encoder:
        from evalstore.suites.drift.engine.critic.features.encoder import encoder_of

        encoder_of(settings)
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"cannot create the folder {output}: {error.strerror}; name another folder with -o"
        ) from error


def _worded(epoch: "Epoch") -> str:
    kappa = "-" if epoch.validation_qwk is None else f"{epoch.validation_qwk:.4f}"
    best = ", the best so far" if epoch.is_best else ""
    return (
        f"epoch {epoch.number}: loss {epoch.training_loss:.4f}, validation "
        f"{epoch.validation_loss:.4f}, QWK {kappa}{best}"
    )
