"""``evalstore export``: write a run in another tool's format."""

import sys
from pathlib import Path

import click

from evalstore.base.phrases import counted
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json_text, print_state
from evalstore.errors import UsageError
from evalstore.store.layout import Layout

STDOUT = Path("-")


@click.command()
@click.option(
    "--format", "format_name", metavar="FORMAT", required=True,
    help="context_cards, epistemic_results or every_eval_ever.",
)  # fmt: skip
@click.option("--run", "run_id", metavar="RUN", required=True, help="The run to write.")
@click.option("--system", "system_id", metavar="ID", help="Only what this system answered.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", default=STDOUT,
    help="Write there, all or nothing; - is stdout and the default.",
)  # fmt: skip
@json_option
@store_option
def export(
    layout: Layout,
    format_name: str,
    run_id: str,
    system_id: str | None,
    output: Path,
    as_json: bool,
) -> None:
    """Write a run's cards or results as JSON Lines; what was ingested comes out the same.

    Definitions, log and facts of the run are checked first; exits 4 if they are not what this
    installation makes of the segments. How many lines there were is said on stderr where stdout
    holds the lines themselves. Of every_eval_ever, a file of results below the folder -o, and
    beside it one of lines.

    Example:

    \b
        evalstore export --format context_cards --run r1 -o cards.jsonl
        evalstore export --format epistemic_results --run r1 --system maia
        evalstore export --format every_eval_ever --run r1 --system maia -o out/
    """
    import json

    from evalstore.harnesses.exports.export import RECORDS, write
    from evalstore.harnesses.exports.export import export as exported_of
    from evalstore.store.query.reader import reading
    from evalstore.store.verify import sending

    if format_name == RECORDS:
        _export_records(layout, run_id, system_id, output, as_json=as_json)
        return
    with reading(layout) as reader:
        print_state(reader)
        sending.require_runs(reader, [run_id])
        exported = exported_of(reader, format_name, run_id, system_id=system_id)
    if output == STDOUT:
        _print(exported.lines)
    else:
        write(layout, exported.lines, output)
    facts = {
        "format": format_name,
        "run_id": run_id,
        "output": str(output),
        "lines": len(exported.lines),
        "left_out": exported.left_out_count,
    }
    is_taken = output == STDOUT
    if as_json:
        print_json_text(json.dumps(facts, ensure_ascii=False), err=is_taken)
        return
    click.echo(f"wrote {counted(len(exported.lines), 'line')}", err=is_taken)
    if exported.left_out_count:
        click.echo(
            f"left out {counted(exported.left_out_count, 'case')} without a question, as those "
            "known from results alone",
            err=True,
        )


def _export_records(
    layout: Layout, run_id: str, system_id: str | None, output: Path, *, as_json: bool
) -> None:
    """Write an aggregate file and its lines, and report the attempts that were left out."""
    import json

    from evalstore.harnesses.exports.export import RECORDS, export_records
    from evalstore.store.query.reader import reading
    from evalstore.store.verify import sending

    if output == STDOUT:
        raise UsageError(
            f"{RECORDS} are two files in folders of their own; say below which with -o, as -o ."
        )
    with reading(layout) as reader:
        print_state(reader)
        sending.require_runs(reader, [run_id])
        path, exported = export_records(reader, layout, run_id, output, system_id=system_id)
    result_count = len(exported.aggregate["evaluation_results"])
    if as_json:
        facts = {
            "format": RECORDS,
            "run_id": run_id,
            "output": str(path),
            "results": result_count,
            "lines": len(exported.lines),
            "left_out": dict(exported.left_out),
        }
        print_json_text(json.dumps(facts, ensure_ascii=False))
        return
    click.echo(f"wrote {counted(result_count, 'result')} to {path}")
    click.echo(f"wrote {counted(len(exported.lines), 'line')} beside it")
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
