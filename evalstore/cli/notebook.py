"""``evalstore notebook``: a marimo notebook on the store."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Literal

import click

from evalstore.api.store import Store
from evalstore.cli._options import store_option
from evalstore.errors import StoreError, UsageError

PACKAGE = Path(__file__).parent.parent
# The notebook's path in an installed package, and in a checkout.
SHIPPED = (PACKAGE / "_examples/notebook.py", PACKAGE.parent / "examples/notebook.py")
OWN_COPY = Path("evalstore_notebook.py")
# Otherwise marimo checks for its newest version over the network.
OFFLINE = {"MARIMO_SKIP_UPDATE_CHECK": "1"}


@click.command()
@click.option(
    "--edit", "mode", flag_value="edit", default=True, help="Open it for editing. Default."
)
@click.option("--page", "mode", flag_value="run", help="Open it as a page, without the code.")
@click.option("--run", "mode", flag_value="run", hidden=True, help="Use --page, the new name.")
@click.option("--write", "mode", flag_value="write", help="Write the file, without opening it.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help=f"Use this file as your copy of the notebook, created if missing.  [default: {OWN_COPY}]",
)  # fmt: skip
@click.option("--headless", is_flag=True, help="Print the address and open no browser.")
@click.option("--port", type=click.IntRange(1, 65535), help="Listen on this port.")
@store_option
def notebook(
    store: Store,
    mode: Literal["edit", "run", "write"],
    output: Path | None,
    headless: bool,
    port: int | None,
) -> None:
    """Open a notebook on the store: runs, numbers, charts, failures, and SQL of your own.

    The first call writes a copy of the notebook that you can change; later calls open the copy.
    --page without FILE opens the notebook as shipped and writes nothing. It listens on this
    machine only, and contacts no other.

    Example:

    \b
        evalstore notebook
        evalstore notebook --page --headless --port 2718
        evalstore notebook --write -o triage.py
    """
    store.require()
    shipped = next(path for path in SHIPPED if path.exists())
    if mode == "run" and output is None:
        file = shipped
    else:
        file = output or OWN_COPY
        store.require_outside(file)
        _write_copy(shipped, file, may_exist=mode != "write")
    if mode == "write":
        return
    _require_marimo()
    command = [sys.executable, "-m", "marimo", mode, str(file), "--no-sandbox"]
    command += ["--headless"] if headless else []
    command += ["--port", str(port)] if port else []
    # The server requires a token, which is part of the printed address.
    command += ["--skip-update-check"] if mode == "edit" else []
    command += ["--", "--store", str(store.folder.resolve())]
    code = subprocess.call(command, env={**os.environ, **OFFLINE})
    if code:
        raise StoreError(f"marimo ended with exit code {code}; see its output above")


def _write_copy(shipped: Path, file: Path, *, may_exist: bool) -> None:
    if file.exists():
        if not may_exist:
            raise UsageError(f"{file} already exists; name another file with -o")
        return
    try:
        file.write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
    except OSError as error:
        raise StoreError(f"cannot write {file}: {error.strerror}; name another with -o") from error
    click.echo(f"wrote {file}; you can change it")


def _require_marimo() -> None:
    try:
        import marimo  # noqa: F401 - whether it can be imported
    except ImportError as error:
        raise UsageError(
            f"a notebook needs marimo ({error}); pip install 'evalstore[notebook]'"
        ) from error
