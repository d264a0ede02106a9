"""``evalstore pull``: make the store the replica of a remote, whole or in part."""

from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped
from evalstore.cli._options import ALL_RUNS, json_option, run_options, store_option
from evalstore.cli._printing import print_json
from evalstore.cli._progress import progress_shown
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from evalstore.scale.remotes.pull import Pulled

RUNS_SHOWN_MAX = 3


@click.command()
@click.argument("remote", required=False, metavar="[REMOTE]")
@run_options("run_ids", ALL_RUNS, ", to pull only its events")
@click.option(
    "--newest", is_flag=True, help="Pull only the runs in the newest segment in which a run began."
)
@click.option(
    "--since", metavar="TIME",
    help=(
        "Pull only the facts of runs with events folded since this date, such as 2026-11-01 "
        "(UTC)."
    ),
)  # fmt: skip
@click.option(
    "--exact", is_flag=True,
    help="Refuse if the store has events that the remote lacks.",
)  # fmt: skip
@click.option(
    "--config", type=click.Path(path_type=Path), default=Path("evalstore.toml"),
    show_default=True, metavar="FILE", help="Read [remote] from this configuration file.",
)  # fmt: skip
@json_option
@store_option
def pull(
    store: Store,
    remote: str | None,
    run_ids: tuple[str, ...],
    since: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Make the store a replica of REMOTE.

    The remote's log replaces its log; events that the remote lacks are appended after it. With
    --run, --newest or --since the replica is partial: it has the events of some runs, only the
    facts of others, and gates decide on both. With --exact the store has only the remote's events
    afterwards, or is not changed (exit code 4). Needs `evalstore[remote]`.

    Example:

    \b
        evalstore pull s3://evaluations/main
        evalstore pull --since 2026-11-01
        evalstore pull --run nightly-71
    """
    with progress_shown("bytes", is_quiet=as_json) as on_progress:
        pulled = store.pull(
            remote, runs=run_ids, since=_time(since), **options, on_progress=on_progress
        )
    if as_json:
        print_json(asdict(pulled))
        return
    _print(pulled, store.folder)


def _time(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise UsageError(
            f"--since {text!r}: expected a date such as 2026-11-01, or a time in ISO 8601"
        ) from error


def _print(pulled: "Pulled", root: Path) -> None:
    held = counted(pulled.segment_count, "segment")
    log = f"{counted(pulled.tree_size, 'event')}, root {pulled.root[:16]}; {held} here"
    if not pulled.left_out_count:
        click.echo(f"{root} is a replica of {escaped(pulled.url)}: {log}")
    else:
        click.echo(
            f"{root} is a partial replica of {escaped(pulled.url)}, whose log states {log}"
            f", {pulled.left_out_count} left out with {pulled.unverified_count} unverified events"
        )
        whole = counted(len(pulled.whole_run_ids), "run")
        facts = counted(len(pulled.facts_run_ids), "run")
        click.echo(f"{whole} with their events, {facts} by their facts alone")
    if pulled.whole_for_want_of_facts:
        shown = ", ".join(pulled.whole_for_want_of_facts[:RUNS_SHOWN_MAX])
        click.echo(
            f"{counted(len(pulled.whole_for_want_of_facts), 'run')} pulled with all events, "
            f"because the remote has no facts of them for this version: {escaped(shown)}",
            err=True,
        )
    if pulled.behind_count:
        are = "is" if pulled.behind_count == 1 else "are"
        click.echo(
            f"{counted(pulled.behind_count, 'event')} that the remote lacks {are} appended after "
            "its log; run `evalstore push` to send them"
        )
    if pulled.waiting_count:
        click.echo(
            f"{counted(pulled.waiting_count, 'event')} that the remote lacks went back into the "
            "inbox, where decisions among them count as foreign; they could not be folded: "
            f"{escaped(pulled.why_waiting)}",
            err=True,
        )
