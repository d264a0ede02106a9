"""``evalstore card``: one run as JSON."""

from pathlib import Path

import click

from evalstore.api.store import Store
from evalstore.cli._options import newest_run_option, store_option
from evalstore.cli._printing import json_text, print_json, print_note


@click.command()
@newest_run_option
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE.json",
    help="Write the card to this file. Default: print it.",
)  # fmt: skip
@click.option("--without-texts", is_flag=True, help="Leave out the texts of settings.")
@store_option
def card(store: Store, run: str | None, output: Path | None, without_texts: bool) -> None:
    """Print the card of a run: what was asked, of what, by whom judged, and which decision.

    Definitions, log and facts of the run are checked first; exits 4 if they do not match the
    segments.

    Example:

    \b
        evalstore card
        evalstore card --run nightly-24 -o nightly-24.json
    """
    of_run = store.card(run, without_texts=without_texts, on_note=print_note)
    if output is None:
        print_json(of_run)
        return
    from evalstore.base.output_file import write_text

    store.require_outside(output)
    write_text(output, f"{json_text(of_run)}\n")
    click.echo(f"wrote {output}")
