"""``evalstore demo``: a complete example without key or network."""

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

import click

from evalstore.cli._options import json_option
from evalstore.errors import EvalstoreError, UsageError

FILES = Path(__file__).parents[1] / "running" / "demo"
QUERY = (
    "evalstore query 'select tag, count(*) as failures from ("
    "select unnest(tags) as tag from facts.failures) group by tag'"
)
# Fixed before any measurement was made with it.
SIMULATED = "--seed demo --system simulated --system simulated-brash"
EPISTEMIC = (
    "evalstore run epistemic --run-id epistemic-demo --seed demo --per-label 60 "
    "--system kg_oracle --system graph_rag --system graph-rag-10 --system graph-rag-30 "
    "--system rag --system simulated"
)
DRIFT = "evalstore run drift --seed demo --set model=critic"
THRESHOLDS = "--set thresholds=thresholds.toml"
# Packages that the steps of a suite need in addition to evalstore, and the extra that has them.
NEEDS = {
    "epistemic": (("bm25s", "pyoxigraph", "pyshacl", "rdflib"), "knowledge"),
    "drift": (("torch", "safetensors"), "drift"),
}
# The report opens on the first of them, the notebook on the run that a gate decided last.
SHOWN = " ".join(
    f"--run {run}"
    for run in (
        "capitals-nightly-2", "hallucination-demo", "epistemic-demo", "contradiction-demo",
        "drift-demo", "drift-subtle",
    )
)  # fmt: skip
TARGETS = "evalstore gate --run drift-demo --gates drift-targets"
# A command line, and its expected exit codes.
Step = tuple[str, tuple[int, ...]]
STEPS: tuple[Step, ...] = (
    ("evalstore init", (0,)),
    ("evalstore ingest logs events", (0,)),
    ("evalstore ingest logs events/capitals.ndjson", (0,)),
    ("evalstore runs", (0,)),
    ("evalstore show accuracy", (0,)),
    ("evalstore show ece --slice domain --run capitals-nightly-2", (0,)),
    (QUERY, (0,)),
    ("evalstore gate --run capitals-nightly-1", (0, 1, 3)),
    (f"evalstore run hallucination --run-id hallucination-demo {SIMULATED}", (0,)),
    ("evalstore calibration-check hallucination-demo", (0,)),
    ("evalstore failures --by tag --run hallucination-demo", (0,)),
    (f"evalstore run contradiction --run-id contradiction-demo {SIMULATED}", (0,)),
    ("evalstore calibration-check contradiction-demo", (0,)),
    (EPISTEMIC, (0,)),
    ("evalstore calibration-check epistemic-demo", (0,)),
    ("evalstore show far_ne --run epistemic-demo --variant mapping=strict", (0,)),
    ("evalstore gate --run epistemic-demo --gates ideal-licensed --system graph_rag", (0, 1, 3)),
    ("evalstore drift train --seed demo -o critic", (0,)),
    (f"{DRIFT} --run-id drift-tuning --system critic --set split=validation", (0,)),
    ("evalstore drift tune --run drift-tuning -o thresholds.toml --record", (0,)),
    (f"{DRIFT} --run-id drift-demo {THRESHOLDS}", (0,)),
    ("evalstore show hit_rate --run drift-demo", (0,)),
    ("evalstore show false_positive_rate --run drift-demo", (0,)),
    (f"{TARGETS} --system keyword_baseline", (1, 3)),
    (f"{TARGETS} --system shuffled_critic", (1, 3)),
    (f"{TARGETS} --system side_shuffled_critic", (1, 3)),
    (f"{TARGETS} --system critic", (0, 1, 3)),
    ("evalstore drift validate --run drift-demo --system critic --record", (0, 1, 3)),
    (f"{DRIFT} --run-id drift-seen --system critic {THRESHOLDS} --set acts=seen", (0,)),
    ("evalstore show qwk_macro --run drift-demo", (0,)),
    ("evalstore show qwk_macro --run drift-seen", (0,)),
    (f"{DRIFT} --run-id drift-subtle --system critic {THRESHOLDS} --set severity=subtle", (0,)),
    ("evalstore show hit_rate --run drift-subtle", (0,)),
    ("evalstore gate --run hallucination-demo", (0, 1, 3)),
    ("evalstore gate --run capitals-nightly-2", (0, 1, 3)),
    (f"evalstore report {SHOWN} -o report.html", (0,)),
    ("evalstore chart ece --run capitals-nightly-2 -o reliability.svg", (0,)),
    ("evalstore verify", (0,)),
)  # fmt: skip


@click.command()
@click.argument("folder", metavar="[DIR]", default="demo", type=click.Path(path_type=Path))
@json_option
def demo(folder: Path, as_json: bool) -> None:
    """Build a store in a new folder DIR from real logs, and print every step.

    The logs were written by Inspect with its mock model; the event lines and the systems that
    the suites ask are simulated and labelled so. Their declared rates are printed next to the
    measured ones.

    Example:

    \b
        evalstore demo
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is not empty; name a new folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot create {folder}: {error.strerror}; name another one") from error
    for name in ("logs", "events"):
        shutil.copytree(FILES / name, folder / name)
    shutil.copy(FILES / "evalstore.toml", folder / "evalstore.toml")
    home = Path.cwd()
    os.chdir(folder)
    try:
        steps = _steps(quietly=as_json)
        codes = {line: _step(line, expected, quietly=as_json) for line, expected in steps}
    finally:
        os.chdir(home)
    page = folder / "report.html"
    if as_json:
        from evalstore.cli._printing import print_json

        print_json({"folder": str(folder), "report": str(page), "exit_codes": codes})
    else:
        click.echo(f"\nOpen {page} in a browser; run `cd {folder}` to query the store.")


def _steps(*, quietly: bool) -> list[Step]:
    """Return the steps this installation can run, and report which suites are left out."""
    from importlib.util import find_spec

    steps = [*STEPS]
    for suite, (packages, extra) in NEEDS.items():
        missing = [name for name in packages if find_spec(name) is None]
        if not missing:
            continue
        click.echo(
            f"The {suite} suite is left out: {', '.join(missing)} is not installed; "
            f"pip install 'evalstore[{extra}]'",
            err=quietly,
        )
        steps = _without(steps, suite)
    return steps


def _without(steps: list[Step], suite: str) -> list[Step]:
    """Return the steps without those about a suite or about its runs."""
    kept = [
        (re.sub(rf" --run {suite}-\w+", "", line) if "report" in line else line, codes)
        for line, codes in steps
    ]
    return [step for step in kept if f"{suite}-" not in step[0] and f" {suite} " not in step[0]]


def _step(line: str, expected: tuple[int, ...], *, quietly: bool) -> int:
    """Run one command line; with ``quietly`` its output goes to stderr."""
    from contextlib import redirect_stdout

    from evalstore.cli import call_command

    click.echo(click.style(f"\n$ {line}", bold=True), err=quietly)
    # The demo's store is named explicitly, since the environment may name another one.
    arguments = [*shlex.split(line)[1:]]
    arguments += ["--store", "warehouse"]
    if quietly:
        with redirect_stdout(sys.stderr):
            code = call_command(arguments)
    else:
        code = call_command(arguments)
    if code not in expected:
        raise EvalstoreError(f"`{line}` ended with exit code {code}; the demo stops here")
    if code:
        click.echo(f"(exit code {code})", err=quietly)
    return code
