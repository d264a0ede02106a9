"""The payloads of a log as a whole: start and end of its run, and the figures it reports."""

from typing import Any

from evalstore.harnesses.json_texts import as_integer, as_number, as_text, as_truth, without_nulls

STATUSES = {"success": "completed", "error": "failed"}


def started_payload(record: dict[str, Any]) -> dict[str, Any]:
    """Return the payload of run_started, from what a log says of its run."""
    started = record["started"]
    settings, revision = started.get("model_generate_config"), started.get("revision")
    config, tags = started.get("config"), started.get("tags")
    of_run = config if isinstance(config, dict) else {}
    return without_nulls(
        {
            "suite": record["suite"],
            "suite_version": as_text(started.get("task_version")),
            "seed": settings.get("seed") if isinstance(settings, dict) else None,
            "git_sha": as_text(revision.get("commit")) if isinstance(revision, dict) else None,
            "systems": [record["model"]],
            "attempts": as_integer(started.get("attempts")),
            # Who would judge, should every sample end before it is judged.
            "validators": started["scorers"],
            "config": {
                **{
                    name: as_text(started.get(name))
                    for name in ("task_id", "eval_set_id", "eval_id", "run_id")
                },
                "model_generate_config": settings,
                "task_args": started.get("task_args"),
                "epochs": of_run.get("epochs"),
                "limit": of_run.get("limit"),
                "packages": started.get("packages"),
                "dataset": as_text(started["dataset"]),
                "scorers": started["scorers"],
                "solvers": started["solvers"],
                # What the costs that the log does not state were made of.
                "prices": started["prices"],
            },
            "tags": [as_text(tag) for tag in tags] if isinstance(tags, list) else None,
            "repairs": record["repairs"],
        }
    )


def finished_payload(record: dict[str, Any]) -> dict[str, Any]:
    """Return the payload of run_finished, from what a log says of its end."""
    finished = record["finished"]
    results = finished["results"] or {}
    status = as_text(finished.get("status"))
    return without_nulls(
        {
            "status": STATUSES.get(str(status), status),
            "counts": {
                "samples": as_integer(results.get("total_samples")),
                "completed_samples": as_integer(results.get("completed_samples")),
            },
            "error": as_text(finished["error"]),
            "is_invalidated": as_truth(finished.get("invalidated")),
            # A log scored again is known by it from the one before.
            "scored_at": finished["scored_at"],
            "repairs": record["repairs"],
        }
    )


def figure_payload(figure: dict[str, Any], system_id: str) -> dict[str, Any]:
    """Return the payload of score_reported."""
    return without_nulls(
        {
            "system_id": system_id,
            "scorer": figure["scorer"],
            "metric": as_text(figure["metric"]),
            "params": figure["params"],
            "reducer": as_text(figure["reducer"]),
            "group": as_text(figure["group_name"]),
            "value": as_number(figure["value"]),
            "value_text": figure["value_text"],
            "stderr": as_number(figure["stderr"]),
            "count": as_integer(figure["scored_count"]),
            "unscored_count": as_integer(figure["unscored_count"]),
            "repairs": figure["repairs"],
        }
    )
