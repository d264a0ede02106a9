"""``evalstore push``: append missing events to a remote."""

from dataclasses import asdict
from pathlib import Path

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json


@click.command()
@click.argument("remote", required=False, metavar="[REMOTE]")
@click.option(
    "--config", "config_path", type=click.Path(path_type=Path), default=Path("evalstore.toml"),
    show_default=True, metavar="FILE", help="Read [remote] from this configuration file.",
)  # fmt: skip
@click.option("--create", is_flag=True, help="Create the remote if it does not exist.")
@json_option
@store_option
def push(store: Store, remote: str | None, config_path: Path, create: bool, as_json: bool) -> None:
    """Fold the inbox, then append to REMOTE the events that it lacks.

    REMOTE is a folder, or the URL of object storage whose secrets are read from the environment.
    Any number of pushes may run at once: each event is written once, even if pushes are
    interrupted. The store itself is not changed. Definitions, and the log and facts of what is
    sent, are compared with the segments first; exits 4 if they differ, and 2 if REMOTE has no log
    yet and --create is missing. Needs `evalstore[remote]`.

    Example:

    \b
        evalstore push s3://evaluations/main --create
        evalstore push /mnt/team/evaluations
    """

    def report(words: str) -> None:
        if not as_json:
            click.echo(f"sending {words}", err=True)

    pushed = store.push(remote, create=create, config=config_path, on_part=report)
    if as_json:
        print_json(asdict(pushed))
        return
    races = counted(pushed.lost_race_count, "time")
    first = f"; retried {races} after other pushes" if pushed.lost_race_count else ""
    click.echo(
        f"{pushed.url}: {counted(pushed.event_count, 'event')} added{first}; it has "
        f"{counted(pushed.tree_size, 'event')}, root {pushed.root[:16]}"
    )
