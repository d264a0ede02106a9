"""
A Spark job that computes facts, metrics and gate decisions for a lake's new events.

    spark-submit spark_job.py LAKE [--gates evalstore.toml] [--json]

The driver needs `evalstore[spark]`; the executors do not need evalstore, since they run only SQL.
"""

import sys
from pathlib import Path

import click

from evalstore.base.phrases import counted, unknown_name
from evalstore.errors import EvalstoreError
from evalstore.scale.lake.job.spark_session import require_installed

USAGE, INTERRUPTED, BROKEN = 2, 130, 4


@click.command()
@click.argument("lake_uri", metavar="LAKE")
@click.option(
    "--gates", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help="Also decide the gates of this configuration on each changed run that is finished.",
)  # fmt: skip
@click.option(
    "--metric", "names", multiple=True, metavar="NAME",
    help="Only this metric; may be repeated. Default: all metrics.",
)  # fmt: skip
@click.option(
    "--scratch", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
    help=(
        "Folder for intermediate results that the driver and all workers can access. Default: "
        "LAKE/scratch."
    ),
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def spark_job(
    lake_uri: str,
    gates: Path | None,
    names: tuple[str, ...],
    scratch: Path | None,
    *,
    as_json: bool,
) -> None:
    """Bring facts, metrics and decisions in LAKE to the state of its log.

    Example: spark-submit spark_job.py lake --gates evalstore.toml
    """
    require_installed()
    from evalstore.gates.run_gates import GateQuery, configured
    from evalstore.scale.lake.job.job_lake import JobLake
    from evalstore.scale.lake.job.running import Job

    configured_gates = None if gates is None else configured(GateQuery(config_path=gates))
    lake = JobLake(lake_uri)
    job = Job(lake, _metrics(names), gates=configured_gates, scratch=scratch)
    is_done = job.is_done
    tables = []
    for table in job.run():
        tables.append(table)
        if not as_json:
            runs = "all runs" if table.run_count is None else counted(table.run_count, "run")
            click.echo(f"{table.name}: {counted(table.row_count, 'row')} of {runs} written")
    if as_json:
        import json

        summary = {"uri": lake.uri, "event_count": lake.event_count}
        click.echo(json.dumps(summary | {"tables": [table.to_dict() for table in tables]}))
        return
    events = counted(lake.event_count, "event")
    click.echo(f"{lake.uri} has {events}{', nothing new to compute' if is_done else ''}")


def _metrics(names: tuple[str, ...]) -> list[str]:
    """Return qualified names of metrics, by default all; raise UsageError for unknown ones."""
    from evalstore.scale.lake.job.job_lake import metric_names

    available = metric_names()
    names_with_schema = [f"metrics.{name.removeprefix('metrics.')}" for name in names]
    for name in names_with_schema:
        if name not in available:
            bare = [metric.removeprefix("metrics.") for metric in available]
            raise unknown_name("metric", name.removeprefix("metrics."), bare, listed_by="metrics")
    return names_with_schema or available


def call(arguments: list[str]) -> int:
    """Run the job, report errors on stderr, and return its exit code."""
    try:
        spark_job.main(args=arguments, prog_name="spark_job.py", standalone_mode=False)
    except click.ClickException as error:
        click.echo(f"Error: {error.format_message()}", err=True)
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted; run the job again to write what is missing", err=True)
        return INTERRUPTED
    except EvalstoreError as error:
        click.echo(f"Error: {error}", err=True)
        return error.exit_code
    except OSError as error:
        click.echo(f"Error: {error}", err=True)
        return BROKEN
    return 0


if __name__ == "__main__":
    sys.exit(call(sys.argv[1:]))
