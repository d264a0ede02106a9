"""``evalstore export``: write a run in another tool's format."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.cli._options import json_flag, store_option
from evalstore.cli._printing import print_json_text, print_note

STDOUT = Path("-")


@click.command()
@click.option(
    "--format", metavar="FORMAT", required=True,
    help="Choose the format: context_cards, epistemic_results or every_eval_ever.",
)  # fmt: skip
@click.option("--run", metavar="RUN", required=True, help="Select a run.")
@click.option("--system", metavar="ID", help="Write only the answers of this system.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", default=STDOUT,
    help="Write to this file, complete or not at all. Default: - for stdout.",
)  # fmt: skip
@json_flag
@store_option
def export(store: Store, output: Path, as_json: bool, **query: Any) -> None:
    """Write a run's cards or results as JSON Lines; ingested ones are written unchanged.

    Definitions, log and facts of the run are checked first; exits 4 if they do not match the
    segments. The number of lines is printed on stderr if the lines go to stdout. every_eval_ever
    writes a file of results below the folder -o, and a file of lines next to it.

    Example:

    \b
        evalstore export --format context_cards --run r1 -o cards.jsonl
        evalstore export --format epistemic_results --run r1 --system maia
        evalstore export --format every_eval_ever --run r1 --system maia -o out/
    """
    is_taken = output == STDOUT
    exported = store.export(output=None if is_taken else output, on_note=print_note, **query)
    if is_taken:
        _print(exported.lines)
    if as_json:
        text = json.dumps(exported.to_dict(), ensure_ascii=False)
        print_json_text(text, err=is_taken)
        return
    lines = counted(len(exported.lines), "line")
    if exported.result_count is None:
        click.echo(f"wrote {lines}", err=is_taken)
        for count in exported.left_out.values():
            click.echo(
                f"left out {counted(count, 'case')} without a question, known only from results",
                err=True,
            )
        return
    click.echo(f"wrote {counted(exported.result_count, 'result')} to {exported.path}")
    click.echo(f"wrote {lines} next to it")
    for reason, count in sorted(exported.left_out.items()):
        click.echo(f"left out {counted(count, 'attempt')}: {reason}", err=True)


def _print(lines: list[str]) -> None:
    if sys.stdout.isatty():
        print_json_text("\n".join(lines))
        return
    # As bytes, since the environment's encoding may lack characters of the lines.
    stream = sys.stdout.buffer
    stream.writelines(f"{line}\n".encode() for line in lines)
    stream.flush()
