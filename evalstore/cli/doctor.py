"""``evalstore doctor``: check the state of a store and of this machine."""

from dataclasses import asdict

import click

from evalstore.api.store import Store
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json


@click.command()
@json_option
@store_option
def doctor(store: Store, as_json: bool) -> int:
    """Check the store without changing it; exits 1 if it needs repair.

    Example:

    \b
        evalstore doctor
    """
    checks = store.doctor()
    if as_json:
        print_json([asdict(check) for check in checks])
    else:
        for check in checks:
            sign = "ok  " if check.is_ok else "LOOK"
            click.echo(f"{sign}  {check.what}: {check.found}")
            if not check.is_ok:
                click.echo(f"      {check.way_out}")
    return 0 if all(check.is_ok for check in checks) else 1
