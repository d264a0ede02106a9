"""``evalstore snapshot``: publish a copy of the database."""

from pathlib import Path

import click

from evalstore.api.store import Store
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--storage-version", metavar="VERSION",
    help="Write this DuckDB storage version, such as v1.2.0 for 1.2 and later, without triggers.",
)  # fmt: skip
@json_option
@store_option
def snapshot(store: Store, file: Path, storage_version: str | None, as_json: bool) -> None:
    """Write a copy of the database to FILE, for programs that keep it open for long.

    Definitions, log and facts are compared with the segments first; exits 4 and writes nothing if
    they differ.

    Example:

    \b
        evalstore snapshot shared/evalstore.duckdb
    """
    written = store.snapshot(file, storage_version=storage_version)
    if as_json:
        print_json({"snapshot": str(written), "bytes": written.stat().st_size})
    else:
        click.echo(f"wrote {written}, {written.stat().st_size} bytes")
