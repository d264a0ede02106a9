"""Records about a log as a whole: start and end of its run."""

import hashlib
from typing import Any

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.inspect import content
from evalstore.harnesses.inspect.graders import graders_of
from evalstore.harnesses.inspect.samples import Log
from evalstore.harnesses.inspect.strict_json import NotStrictJsonError, encode, kept, repaired
from evalstore.harnesses.records import SourceFile

KNOWN_VERSIONS = (1, 2, 3)
# The limit of run_started; a log with more attempts is stored without a number of attempts.
ATTEMPTS_MAX = 1000
# Fields known when a log begins. Model arguments are left out: they may contain API keys.
STARTED = (
    "task",
    "task_id",
    "task_version",
    "task_args",
    "eval_set_id",
    "eval_id",
    "run_id",
    "created",
    "model",
    "model_generate_config",
    "config",
    "revision",
    "packages",
    "tags",
    "dataset",
    "scorers",
)
FINISHED = ("status", "results", "stats", "error", "invalidated")


def log_of(spec: dict[str, Any], header: dict[str, Any], source: SourceFile) -> Log:
    """
    Return the context shared by all records of this log.

    If ``eval_id`` is missing (older logs), the run id is ``inspect-`` and the first 22 hexadecimal
    digits of a SHA-256 over run_id, task_id and created, one line each. Raises
    UnreadableInputError if all of those are missing, too.
    """
    run_id = spec.get("eval_id")
    if not isinstance(run_id, str) or not run_id:
        names = ("run_id", "task_id", "created")
        parts = [str(spec.get(name) or "") for name in names]
        if not any(parts):
            raise UnreadableInputError(
                f"{source.name}: `eval` has no eval_id, run_id, task_id or created, so the run "
                "has no id; add one of these fields to the log"
            )
        digest = hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
        run_id = f"inspect-{digest[:22]}"
    task = spec.get("task")
    model = spec.get("model")
    return Log(
        run_id=run_id,
        task=task if isinstance(task, str) and task else "unnamed",
        model=model if isinstance(model, str) and model else "unnamed",
        nameless_scorer=_first_scorer(header),
        graders=graders_of(spec, header),
    )


def warn_of_version(header: dict[str, Any], source: SourceFile) -> bool:
    """Warn of an unknown version of the format; return True if the version is known."""
    version = header.get("version")
    is_known = version is None or version in KNOWN_VERSIONS
    if not is_known:
        source.warnings.append(
            f"{source.name}: Inspect log version {version!r} is unknown (known: "
            f"{KNOWN_VERSIONS[0]} to {KNOWN_VERSIONS[-1]}); read as {KNOWN_VERSIONS[-1]}"
        )
    return is_known


def started_text(
    spec: dict[str, Any],
    plan: object,
    log: Log,
    attempts: int | None,
    prices: list[dict[str, Any]] | None = None,
) -> str:
    """Return the text of the run's start record; ``prices`` are those that its costs may use."""
    steps = plan.get("steps") if isinstance(plan, dict) else None
    solvers = [
        step.get("solver")
        for step in (steps if isinstance(steps, list) else [])
        if isinstance(step, dict)
    ]
    dataset = spec.get("dataset")
    scorers = spec.get("scorers")
    started = {
        **kept(spec, STARTED),
        # A list of every sample's id is as long as the log.
        "dataset": dataset.get("name") if isinstance(dataset, dict) else None,
        "scorers": [
            scorer.get("name")
            for scorer in (scorers if isinstance(scorers, list) else [])
            if isinstance(scorer, dict)
        ],
        "solvers": solvers,
        "attempts": attempts,
        "prices": prices or None,
    }
    return text_of("run_started", log, {"started": started})


def attempts_of(spec: dict[str, Any], header: dict[str, Any]) -> int | None:
    """
    Return the number of attempts per case that a log declares; None unless all were made.

    A run that failed, was cancelled or stopped early did not make all planned attempts, and those
    never made do not count as missing. ``limit`` and ``sample_id`` choose cases, not attempts.
    """
    config, results = spec.get("config"), header.get("results")
    epochs = config.get("epochs") if isinstance(config, dict) else None
    is_early = isinstance(results, dict) and bool(results.get("early_stopping"))
    if header.get("status") != "success" or is_early:
        return None
    return epochs if type(epochs) is int and 1 <= epochs <= ATTEMPTS_MAX else None


def finished_text(header: dict[str, Any], log: Log) -> str | None:
    """Return the text of the run's end record; None while it runs or if it has no final status."""
    if header.get("status") not in ("success", "error", "cancelled"):
        return None
    results = header.get("results")
    error = header.get("error")
    finished = {
        **kept(header, FINISHED),
        "results": kept(results, ("total_samples", "completed_samples"))
        if isinstance(results, dict)
        else None,
        "stats": kept(header["stats"], ("completed_at",))
        if isinstance(header.get("stats"), dict)
        else None,
        "error": content.error_text(error),
        "scored_at": None if log.scored_at is None else log.scored_at.isoformat(),
    }
    return text_of("run_finished", log, {"finished": finished})


def _first_scorer(header: dict[str, Any]) -> str:
    """Return the first scorer's name: samples of the oldest logs have one nameless score."""
    results = header.get("results")
    results = results if isinstance(results, dict) else {}
    entries = results.get("scores")
    first = entries[0] if isinstance(entries, list) and entries else results.get("scorer")
    name = first.get("name") if isinstance(first, dict) else None
    return name if isinstance(name, str) and name else "score"


def text_of(kind: str, log: Log, parts: dict[str, Any]) -> str:
    """
    Return the text of a record about the log as a whole, as strict JSON.

    Raises UnreadableInputError if a name in it is not Unicode text.
    """
    # A header is small: it is repaired whether or not it needs to be.
    repairs: list[dict[str, str]] = []
    record = {
        "kind": kind,
        "run_id": log.run_id,
        "suite": log.task,
        "model": log.model,
        **{name: repaired(value, "", repairs) for name, value in parts.items()},
        "repairs": repairs or None,
    }
    try:
        return encode(record)
    except NotStrictJsonError as error:
        raise UnreadableInputError(
            f"the log of run {log.run_id} has a name that is not valid Unicode ({error}); correct "
            "its task, model and ids"
        ) from error
