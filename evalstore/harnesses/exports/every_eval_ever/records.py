"""
Export of a run of one system: an aggregate record of every_eval_ever 0.3, and its lines.

Source: the JSON Schemas of every-eval-ever 0.3.0 (MIT licence). Required texts that evalstore
does not know are ``unknown``, the schema's word for that.
"""

import hashlib
import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson

from evalstore.base import sql_files
from evalstore.base.version import __version__
from evalstore.errors import UsageError
from evalstore.metrics.catalog import Metric, catalog
from evalstore.store.query import queries
from evalstore.store.query.reader import Reader

FOLDER = "sql/exports/every_eval_ever"
SCHEMA_VERSION = "0.3.0"
UNKNOWN = "unknown"
OVERALL = "all"
CONFIDENCE_LEVEL = 0.95
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
RUN = (
    "select suite, suite_version, started_at, finished_at, git_sha, git_branch "
    "from facts.runs where run_id = $run_id"
)


@dataclass(frozen=True, slots=True)
class EveryEvalEver:
    """
    The aggregate record without its reference to the lines, and the lines.

    ``left_out`` counts attempts without a line by reason.
    """

    aggregate: dict[str, Any]
    lines: list[str]
    left_out: Mapping[str, int]

    @property
    def folder(self) -> Path:
        """The relative folder that the format prescribes: ``data``, data set, developer, model."""
        model = self.aggregate["model_info"]["id"]
        developer, _, name = model.partition("/")
        return Path("data", *(_plain(part) for part in (self.suite, developer, name)))

    @property
    def suite(self) -> str:
        """The suite of the run, or ``unknown``."""
        return self.aggregate["source_metadata"]["additional_details"].get("suite") or UNKNOWN

    @property
    def name(self) -> str:
        """The name of the files: a UUID of version 4 made from the evaluation id."""
        digest = hashlib.sha256(self.aggregate["evaluation_id"].encode()).digest()[:16]
        return str(UUID(bytes=digest, version=4))

    def text(self) -> str:
        """Return the text of the aggregate file, with path and SHA-256 of the file of lines."""
        data = "".join(f"{line}\n" for line in self.lines).encode()
        left_out = sorted(self.left_out.items())
        detailed = {
            "format": "jsonl",
            "file_path": (self.folder / f"{self.name}_samples.jsonl").as_posix(),
            "hash_algorithm": "sha256",
            "checksum": hashlib.sha256(data).hexdigest(),
            "total_rows": len(self.lines),
            "additional_details": {
                f"left out: {reason}": str(count) for reason, count in left_out
            },
        }
        record = {**self.aggregate, "detailed_evaluation_results": detailed}
        return orjson.dumps(record, option=orjson.OPT_INDENT_2).decode()


def records(reader: Reader, run_id: str, system_id: str) -> EveryEvalEver:
    """
    Return the aggregate record and the lines of one system in a run.

    Raises UsageError if the run has no metric value for the system.
    """
    queries.run_status(reader, run_id)
    [run] = reader.rows(RUN, run_id=run_id)
    rows = reader.rows(_statement("results"), run_id=run_id, system_id=system_id)
    if not rows:
        raise UsageError(
            f"run {run_id!r} has no figure for {system_id!r}, expected at least one to export"
        )
    suite = str(run["suite"] or UNKNOWN)
    model, named = model_id(system_id), evaluation_id(suite, run_id, system_id)
    # The time of the run and not of the export, so that the same run gives the same record.
    at = run["finished_at"] or run["started_at"]
    seconds = str(int(at.replace(tzinfo=UTC).timestamp())) if isinstance(at, datetime) else UNKNOWN
    samples = reader.rows(
        _statement("samples"),
        run_id=run_id,
        system_id=system_id,
        evaluation_id=named,
        model_id=model,
        evaluation_name=suite,
    )
    aggregate = {
        "schema_version": SCHEMA_VERSION,
        "evaluation_id": named,
        **({"evaluation_timestamp": seconds} if seconds != UNKNOWN else {}),
        "retrieved_timestamp": seconds,
        "source_metadata": {
            "source_name": "evalstore",
            "source_type": "evaluation_run",
            "source_organization_name": UNKNOWN,
            "evaluator_relationship": "other",
            "additional_details": _texts({"run_id": run_id, **run}),
        },
        "eval_library": {"name": "evalstore", "version": __version__},
        "model_info": {
            "name": system_id,
            "id": model,
            "additional_details": {
                "deployment_type": UNKNOWN,
                "model_availability": UNKNOWN,
                "system_id": system_id,
            },
        },
        "evaluation_results": [_result(row, suite) for row in rows],
    }
    left_out = Counter(str(row["left_out"]) for row in samples if row["left_out"] is not None)
    lines = [str(row["line"]) for row in samples if row["line"] is not None]
    return EveryEvalEver(aggregate, lines, left_out)


def model_id(system_id: str) -> str:
    """
    Return the model id of a system, with the developer that the format requires.

    >>> model_id("acme/maia"), model_id("maia")
    ('acme/maia', 'unknown/maia')
    """
    return system_id if "/" in system_id else f"{UNKNOWN}/{system_id}"


def evaluation_id(suite: str, run_id: str, system_id: str) -> str:
    """
    Return the evaluation id of a system in a run.

    A run that was read from this format keeps its id.

    >>> evaluation_id("quiz", "r1", "maia"), evaluation_id("quiz", "quiz/a/m/7", "a/m")
    ('quiz/unknown/maia/r1', 'quiz/a/m/7')
    """
    prefix = f"{suite}/{model_id(system_id)}/"
    return run_id if run_id.startswith(prefix) else f"{prefix}{run_id}"


def _result(row: Mapping[str, object], suite: str) -> dict[str, Any]:
    name = str(row["metric"])
    slice_name = str(row["slice_name"] or OVERALL)
    is_overall = slice_name == OVERALL
    of_slice = "" if is_overall else f" ({slice_name}={row['slice_value']})"
    details: dict[str, Any] = {"score": row["value"]}
    uncertainty: dict[str, Any] = {}
    if row["ci_low"] is not None and row["ci_high"] is not None:
        uncertainty["confidence_interval"] = {
            "lower": row["ci_low"],
            "upper": row["ci_high"],
            "confidence_level": CONFIDENCE_LEVEL,
        }
    if row["scored_count"] is not None:
        uncertainty["num_samples"] = row["scored_count"]
    if uncertainty:
        details["uncertainty"] = uncertainty
    parts = [name, row["validator_id"], row["variant"], "" if is_overall else of_slice.strip()]
    metric = catalog()[name]
    return {
        "evaluation_result_id": "/".join(str(part) for part in parts if part),
        "evaluation_name": f"{suite}{of_slice}",
        "source_data": {"dataset_name": suite, "source_type": "other"},
        "metric_config": {
            "evaluation_description": metric.sentence,
            "metric_id": name,
            "metric_name": name,
            "metric_unit": str(row["unit"] or UNKNOWN),
            "metric_parameters": {
                "validator_id": row["validator_id"],
                "variant": row["variant"],
                "slice_name": slice_name,
                "slice_value": row["slice_value"],
            },
            "lower_is_better": row["better"] == "lower",
            "score_type": "continuous",
            **_bounds(metric),
        },
        "score_details": details,
    }


def _bounds(metric: Metric) -> dict[str, float | str]:
    """
    Return a metric's range as fields of the format.

    >>> _bounds(catalog()["latency_ms_p50"])
    {'min_score': 0.0, 'max_score': 'Infinity'}
    """
    low, high = metric.bounds
    return {
        "min_score": low if low > -math.inf else "-Infinity",
        "max_score": high if high < math.inf else "Infinity",
    }


def _plain(name: str) -> str:
    """Return a name that is a valid folder name on all systems."""
    return _UNSAFE.sub("_", name).strip(".") or UNKNOWN


def _texts(values: Mapping[str, object]) -> dict[str, str]:
    return {name: str(value) for name, value in values.items() if value is not None}


def _statement(name: str) -> str:
    return sql_files.read(f"{FOLDER}/{name}")
