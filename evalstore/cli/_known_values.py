"""
Values that a shell may complete, by command parameter.

They come from the installation, from ``evalstore.toml`` and from the store, which is opened
read-only and without waiting for its lock.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import click

from evalstore.api.store import Store
from evalstore.base import sql_files
from evalstore.cli._options import NAMED_RUN, store_in

Values = Iterable[str]
Source = Callable[[click.Context], Values]
METRICS_FOLDER: Final = "views"


def metrics(_context: click.Context) -> Values:
    """Return the metrics of the catalog."""
    return [name.rpartition("/")[2] for name in sql_files.names(METRICS_FOLDER)]


def relations(_context: click.Context) -> Values:
    """Return the qualified names of the tables and views of a store."""
    folders = {
        "log": ("sql/log/tables", "sql/log/views"),
        "facts": ("sql/facts/tables", "sql/facts/sums", "sql/facts/views"),
        "metrics": (METRICS_FOLDER, "sql/metrics"),
    }
    return sorted(
        f"{schema}.{name.rpartition('/')[2]}"
        for schema, places in folders.items()
        for place in places
        for name in sql_files.names(place)
    )


def runs(context: click.Context) -> Values:
    """Return the runs of the store, the newest first."""
    return _store(context).known_names("run")


def suites_in_store(context: click.Context) -> Values:
    """Return the suites of the runs in the store."""
    return _store(context).known_names("suite")


def branches(context: click.Context) -> Values:
    """Return the branches of the runs in the store."""
    return _store(context).known_names("branch")


def systems(context: click.Context) -> Values:
    """Return the systems of the run on the command line, else of every run."""
    return _store(context).known_names("system", run=_run(context))


def validators(context: click.Context) -> Values:
    """Return the validators of the run on the command line, else of every run."""
    return _store(context).known_names("validator", run=_run(context))


def judge_digests(context: click.Context) -> Values:
    """Return the digests of the judges of the run on the command line, else of every run."""
    return _store(context).known_names("digest", run=_run(context))


def slices(context: click.Context) -> Values:
    """Return the slices of the run on the command line, else of all: names, and NAME=VALUE."""
    return _store(context).known_names("slice", run=_run(context))


def baselines(context: click.Context) -> Values:
    """Return the baselines of a gate: the last green run, runs and branches."""
    return [
        "last-green",
        *(f"run:{name}" for name in runs(context)),
        *(f"branch:{name}" for name in branches(context)),
    ]


def bases(context: click.Context) -> Values:
    """Return the bases of a report's comparison: run ids, and the baselines of a gate."""
    return [*runs(context), *baselines(context)]


def suites(_context: click.Context) -> Values:
    """Return the installed suites."""
    from evalstore.plugins import registry

    return sorted(registry.module_names("suites"))


def validators_installed(_context: click.Context) -> Values:
    """Return the installed validators."""
    from evalstore.plugins import registry

    return sorted(registry.module_names("validators"))


def systems_configured(context: click.Context) -> Values:
    """Return the systems of ``evalstore.toml`` and the installed ones."""
    from evalstore.plugins import registry
    from evalstore.running import configuration

    path = Path(str(context.params.get("config") or configuration.DEFAULT_FILE))
    return sorted({*configuration.tables(path, "systems"), *registry.module_names("systems")})


def input_formats(_context: click.Context) -> Values:
    """Return the formats that ``ingest`` reads."""
    from evalstore.harnesses import detect

    return detect.names()


def export_formats(_context: click.Context) -> Values:
    """Return the formats that ``export`` writes."""
    from evalstore.harnesses.exports import export

    return export.formats()


def dialects(_context: click.Context) -> Values:
    """Return the dialects that ``sql`` writes."""
    from evalstore.scale.dialects import transpiling

    return transpiling.names()


def gate_presets(_context: click.Context) -> Values:
    """Return the presets of gates."""
    from evalstore.gates import preset

    return preset.names()


def gates(context: click.Context) -> Values:
    """Return the gates of the preset or configuration file on the command line."""
    from evalstore.gates import config, preset
    from evalstore.running.configuration import DEFAULT_FILE

    name = context.params.get("gates")
    if name:
        return [gate.gate_id for gate in preset.gates(str(name))]
    path = Path(str(context.params.get("config") or DEFAULT_FILE))
    return [gate.gate_id for gate in config.read(path)]


def kinds(_context: click.Context) -> Values:
    """Return the kinds of events, and the other form that has a schema."""
    from evalstore.events import schemas

    return [*schemas.kinds(), schemas.EVENT_LINE, "card"]


# By parameter name, or by command and parameter if the command gives the name another meaning.
SOURCES: Final[dict[str, Source]] = {
    "metric": metrics,
    "run": runs,
    "named_run": runs,
    "run_id": runs,
    "runs": runs,
    "run_ids": runs,
    "left": runs,
    "right": runs,
    "report_on": runs,
    "resume": runs,
    "system": systems,
    "left_system": systems,
    "right_system": systems,
    "validator": validators,
    "certify": validators,
    "retract.judge": judge_digests,
    "slice": slices,
    "baseline": baselines,
    "report.compare": bases,
    "branch": branches,
    "gates": gate_presets,
    "explain": gates,
    "gate_id": gates,
    "controls-check.suite": suites,
    "run.suite": suites,
    "trends.suite": suites_in_store,
    "grid.suite": suites_in_store,
    "evidence.suite": suites_in_store,
    "grid.systems": systems,
    "run.systems": systems_configured,
    "review.system": systems_configured,
    "validators": validators_installed,
    "system_under_test": systems,
    "ingest.format": input_formats,
    "export.format": export_formats,
    "tables.name": relations,
    "metrics.lineage": metrics,
    "schema.kind": kinds,
    "query.sql": relations,
    "query.at_runs": runs,
    "sql.name": metrics,
    "sql.dialect": dialects,
}
# Parameters with ids that may be missing from this store: of new runs, and of runs of a remote.
NEW: Final = frozenset(("run.run_id", "ingest.run_id", "pull.run_ids"))


def source_of(command: str, parameter: str) -> Source | None:
    """Return the source of values for a command's parameter; None if any value is valid."""
    name = f"{command}.{parameter}"
    return None if name in NEW else SOURCES.get(name, SOURCES.get(parameter))


def _store(context: click.Context) -> Store:
    """Return the store of the command line."""
    return context.params.get("store") or store_in()


def _run(context: click.Context) -> str | None:
    """Return the run on the command line, or None."""
    return context.params.get("run") or context.params.get("run_id") or context.meta.get(NAMED_RUN)
