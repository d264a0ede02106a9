"""every_eval_ever: an aggregate record of one model, with its lines of samples beside it."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from evalstore.errors import UnreadableInputError
from evalstore.ingest import json_lines
from evalstore.ingest.inspect.json_stream import top_level_names
from evalstore.ingest.inspect.strict_json import encode, repaired
from evalstore.ingest.json_lines import Field
from evalstore.ingest.records import Skip, SourceFile, SourceRecord
from evalstore.store import segment

MAPPING = "ingest/every_eval_ever"
HOLDS_WHOLE_RUN = True
KNOWN_VERSIONS = ("0.2", "0.3")
SAMPLES = "_samples"
AGGREGATE = {"schema_version", "evaluation_id"}
COMPANIONS = {"source_metadata", "eval_library", "model_info", "evaluation_results"}
AGGREGATE_BYTES_MAX = 256 * 1024 * 1024
UNNAMED = "unnamed"
OF_RUNS = ("suite_version", "git_sha", "git_branch", "started_at")


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_judged(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("is_correct"), bool)
        and isinstance(value.get("score"), int | float)
        and not isinstance(value.get("score"), bool)
    )


FIELDS = (
    Field("evaluation_id", _is_text, "text"),
    Field("model_id", _is_text, "text"),
    Field("evaluation_name", _is_text, "text"),
    Field("sample_id", _is_text, "text"),
    Field("input", _is_object, "an object with raw"),
    Field("evaluation", _is_judged, "an object with score and is_correct"),
)


def recognises(path: Path, head: bytes) -> bool:
    """An object with ``evaluation_id`` and parts of an aggregate, or lines of samples."""
    if path.suffix == ".jsonl":
        return json_lines.holds(head, ("schema_version", "evaluation_id", "interaction_type"))
    names = set(top_level_names(head.decode("utf-8", "replace").removeprefix("\ufeff")))
    return names >= AGGREGATE and bool(names & COMPANIONS)


def companions(path: Path) -> list[Path]:
    """Return the samples of an aggregate, which stand beside it under its name."""
    beside = path.with_name(f"{path.stem}{SAMPLES}.jsonl")
    return [beside] if path.suffix == ".json" and beside.is_file() else []


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield the run's start, a record for each line of samples, its figures and its end."""
    if source.path.suffix == ".jsonl":
        aggregate = source.path.with_name(f"{source.path.stem.removesuffix(SAMPLES)}.json")
        if aggregate.is_file():
            raise UnreadableInputError(
                f"{source.name}: samples of {aggregate.name}; name that file, they are read with "
                "it"
            )
        source.warnings.append(
            f"{source.name}: there is no {aggregate.name} beside it, so the record's own figures "
            "are not known"
        )
        yield from _samples(source, source.path, {})
        return
    record = _aggregate(source)
    _warn(record, source)
    results = [one for one in _listed(record.get("evaluation_results")) if isinstance(one, dict)]
    metrics = {
        str(one["evaluation_result_id"]): _metric_of(one)
        for one in results
        if isinstance(one.get("evaluation_result_id"), str)
    }
    yield _record("the file", kind="run_started", started=_started(record))
    for path in source.companions:
        yield from _samples(source, path, metrics)
    figures = [_figure(one) for one in results]
    if figures:
        yield _record("evaluation_results", kind="reported", figures=figures, **_names(record))
    finished_at = _details(record).get("finished_at")
    yield _record("the file's end", kind="run_finished", finished_at=finished_at, **_names(record))


def _aggregate(source: SourceFile) -> dict[str, Any]:
    if source.path.stat().st_size > AGGREGATE_BYTES_MAX:
        raise UnreadableInputError(
            f"{source.name}: an aggregate of more than {AGGREGATE_BYTES_MAX} bytes; write its "
            "samples as lines beside it"
        )
    try:
        found = orjson.loads(source.path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        raise UnreadableInputError(
            f"{source.name}: it is no whole JSON: {error}; copy it again from where it was written"
        ) from error
    if not isinstance(found, dict) or not _is_text(found.get("evaluation_id")):
        raise UnreadableInputError(f"{source.name}: expected an object with an evaluation_id")
    return found


def _warn(record: dict[str, Any], source: SourceFile) -> None:
    """Note an unknown version, samples that are missing, and samples that are others."""
    version = str(record.get("schema_version"))
    if not version.startswith(KNOWN_VERSIONS):
        source.warnings.append(
            f"{source.name}: schema version {version!r} is unknown (known: "
            f"{' and '.join(KNOWN_VERSIONS)}); read like the newest known"
        )
    detailed = record.get("detailed_evaluation_results")
    if not isinstance(detailed, dict):
        return
    if not source.companions:
        source.warnings.append(
            f"{source.name}: its samples, {detailed.get('file_path')}, are not beside it as "
            f"{source.path.stem}{SAMPLES}.jsonl; only its figures are read"
        )
        return
    [path] = source.companions
    expected = detailed.get("checksum")
    if detailed.get("hash_algorithm") == "sha256" and isinstance(expected, str):
        found = segment.sha256_of(path).hex()
        if found != expected.lower():
            source.warnings.append(
                f"{source.name}: {path.name} has SHA-256 {found[:16]}…, and the record names "
                f"{expected[:16]}…: they are not the samples that it was written with"
            )


def _names(record: dict[str, Any]) -> dict[str, str]:
    model = record.get("model_info")
    model_id = model.get("id") if isinstance(model, dict) else None
    return {
        "run_id": str(record["evaluation_id"]),
        "system_id": str(model_id) if _is_text(model_id) else UNNAMED,
    }


def _started(record: dict[str, Any]) -> dict[str, Any]:
    library = record.get("eval_library")
    metadata = record.get("source_metadata")
    names = {
        str(one.get("evaluation_name"))
        for one in _listed(record.get("evaluation_results"))
        if isinstance(one, dict) and _parameters(one).get("slice_value", "all") == "all"
    }
    details = _details(record)
    return {
        **_names(record),
        **{name: details.get(name) for name in OF_RUNS},
        "suite": details.get("suite")
        or (min(names) if len(names) == 1 else str(record["evaluation_id"])),
        "seconds": _seconds(record.get("evaluation_timestamp")),
        "config": {
            "eval_library": library,
            "source_metadata": metadata,
            "model_info": record.get("model_info"),
        },
    }


def _details(record: dict[str, Any]) -> dict[str, Any]:
    """Return what evalstore itself has noted of a run."""
    metadata = record.get("source_metadata")
    found = metadata.get("additional_details") if isinstance(metadata, dict) else None
    return found if isinstance(found, dict) else {}


def _samples(
    source: SourceFile, path: Path, metrics: dict[str, str]
) -> Iterator[SourceRecord | Skip]:
    """Yield a record for each line, with what the lines before it make of it."""
    if not path.stat().st_size:
        # A record of attempts that all errored has no line.
        return
    lines = SourceFile(path, source.name, source.sha256, warnings=source.warnings)
    cases: set[str] = set()
    replies: set[tuple[str, str]] = set()
    asked: Counter[tuple[str, str]] = Counter()
    is_started = not metrics and not source.companions
    for item in json_lines.read(lines, "sample", FIELDS):
        if isinstance(item, Skip):
            yield Skip(f"{path.name}, {item.location}", item.reason, item.detail)
            continue
        line = orjson.loads(item.text).get("fields")
        if line is None:
            continue
        if is_started:
            is_started = False
            yield _record(item.location, kind="run_started", started={
                "run_id": line["evaluation_id"], "system_id": line["model_id"],
                "suite": line["evaluation_name"], "seconds": None, "config": None,
            })  # fmt: skip
        noted = line.get("metadata") if isinstance(line.get("metadata"), dict) else {}
        result_id = str(line.get("evaluation_result_id") or "")
        validator_id = noted.get("validator_id") or metrics.get(result_id) or "score"
        sample_id = line["sample_id"]
        asked[sample_id, validator_id] += 1
        attempt = noted.get("attempt") or str(asked[sample_id, validator_id])
        yield _record(
            f"{path.name}, {item.location}",
            kind="sample",
            run_id=line["evaluation_id"],
            system_id=line["model_id"],
            sample=line,
            validator_id=validator_id,
            attempt=attempt,
            is_first=sample_id not in cases,
            is_new_reply=(sample_id, attempt) not in replies,
        )
        cases.add(sample_id)
        replies.add((sample_id, attempt))


def _figure(result: dict[str, Any]) -> dict[str, Any]:
    details = result.get("score_details")
    details = details if isinstance(details, dict) else {}
    uncertainty = details.get("uncertainty")
    uncertainty = uncertainty if isinstance(uncertainty, dict) else {}
    error = uncertainty.get("standard_error")
    parameters = _parameters(result)
    name, value = parameters.get("slice_name"), parameters.get("slice_value")
    is_overall = name in (None, "all")
    return {
        "scorer": parameters.get("validator_id") or _metric_of(result),
        "metric": _metric_of(result),
        "params": {
            "evaluation_name": result.get("evaluation_name"),
            "variant": parameters.get("variant") or None,
        },
        "group": None if is_overall else f"{name}={value}",
        "value": _number(details.get("score")),
        "stderr": _number(error.get("value")) if isinstance(error, dict) else None,
        "count": _number(uncertainty.get("num_samples")),
    }


def _metric_of(result: dict[str, Any]) -> str:
    config = result.get("metric_config")
    config = config if isinstance(config, dict) else {}
    for name in (config.get("metric_id"), config.get("metric_name"), config.get("metric_kind")):
        if _is_text(name):
            return str(name)
    return "score"


def _parameters(result: dict[str, Any]) -> dict[str, Any]:
    config = result.get("metric_config")
    found = config.get("metric_parameters") if isinstance(config, dict) else None
    return found if isinstance(found, dict) else {}


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _seconds(value: object) -> float | None:
    try:
        return float(str(value))
    except ValueError:
        return None


def _record(location: str, **record: Any) -> SourceRecord:
    return SourceRecord(location, encode(repaired(record, "", [])))
