"""``evalstore evidence``: all that a suite's runs in a period rest on, as one archive."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_note
from evalstore.cli._progress import progress_shown


@click.command()
@click.option("--suite", metavar="SUITE", required=True, help="Select the runs of this suite.")
@click.option(
    "--since", metavar="TIME", required=True,
    help="Select runs that started on this day or later, such as 2026-11-01, in UTC.",
)  # fmt: skip
@click.option("--until", metavar="TIME", help="Select runs that started on this day or earlier.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE.zip", required=True,
    help="Write the archive to this new file.",
)  # fmt: skip
@click.option(
    "--without-texts", is_flag=True,
    help="Leave out the texts of questions, replies and judges, and the reports.",
)  # fmt: skip
@json_option
@store_option
def evidence(store: Store, output: Path, as_json: bool, **query: Any) -> None:
    """Write the evidence of a suite and a period: runs, gates, judges, reports and bundles.

    Its first page says in the order of NIST AI 800-2 what was asked, of what, how it was judged,
    what was decided, and what is not known. Definitions, log and facts of the runs are checked
    first; exits 4 if they do not match the segments.

    Example:

    \b
        evalstore evidence --suite capitals --since 2026-11-01 -o capitals.zip
        evalstore evidence --suite capitals --since 2026-10-01 --until 2026-12-31 -o autumn.zip
        evalstore evidence --suite capitals --since 2026-11-01 --without-texts -o capitals.zip
    """
    with ExitStack() as stack:
        say = {
            what: stack.enter_context(progress_shown(words, is_quiet=as_json))
            for what, words in (("bundles", "bundles of decided numbers"), ("runs", "runs"))
        }
        pack = store.evidence(
            output=output,
            on_progress=lambda what, done, total: say[what](done, total),
            on_note=print_note,
            **query,
        )
    if as_json:
        print_json(pack.to_dict())
        return
    click.echo(
        f"wrote {output}: {counted(len(pack.run_ids), 'run')} of {escaped(pack.suite)}, "
        f"{counted(pack.decision_count, 'decision')}, {counted(pack.bundle_count, 'bundle')}, "
        f"{counted(pack.report_count, 'report')}, {counted(pack.checkpoint_count, 'checkpoint')}"
    )
    if pack.without_bundle:
        click.echo(
            f"{counted(pack.without_bundle, 'decided number')} without a bundle; index.html says "
            "why"
        )
    click.echo(f"log: {counted(pack.tree_size, 'event')}, root {pack.root}")
    click.echo(f"SHA-256 of its SHA256SUMS, to be told apart from it: {pack.sums_sha256}")
