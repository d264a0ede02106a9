"""An aggregate: the record of one model, which names its samples and reports its results."""

import re
from typing import Any

import orjson

from evalstore.errors import UnreadableInputError
from evalstore.ingest.every_eval_ever.metrics import OVERALL, parameters_of
from evalstore.ingest.records import SourceFile
from evalstore.ingest.values import mapping, mappings
from evalstore.store import segment

SAMPLES = "_samples"
BYTES_MAX = 256 * 1024 * 1024
KNOWN_VERSIONS = re.compile(r"0\.[23](\..*)?")
UNNAMED = "unnamed"
OF_RUNS = ("suite_version", "git_sha", "git_branch", "started_at")


def is_text(value: Any) -> bool:
    """Say whether a value is a text with something in it."""
    return isinstance(value, str) and bool(value.strip())


def opened(source: SourceFile) -> dict[str, Any]:
    """
    Return an aggregate, and warn of what is not as it says.

    Raises UnreadableInputError where it is none.
    """
    if source.path.stat().st_size > BYTES_MAX:
        raise UnreadableInputError(
            f"{source.name}: an aggregate of more than {BYTES_MAX} bytes; write its "
            "samples as lines beside it"
        )
    try:
        found = orjson.loads(source.path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        raise UnreadableInputError(
            f"{source.name}: it is no whole JSON: {error}; copy it again from where it was written"
        ) from error
    if not isinstance(found, dict) or not is_text(found.get("evaluation_id")):
        raise UnreadableInputError(f"{source.name}: expected an object with an evaluation_id")
    _warn(found, source)
    return found


def names_of(record: dict[str, Any]) -> dict[str, str]:
    """Return the run and the system of an aggregate."""
    model_id = mapping(record.get("model_info")).get("id")
    return {
        "run_id": str(record["evaluation_id"]),
        "system_id": str(model_id) if is_text(model_id) else UNNAMED,
    }


def results_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the results of an aggregate."""
    return mappings(record.get("evaluation_results"))


def started(record: dict[str, Any]) -> dict[str, Any]:
    """Return what an aggregate says of the start of its run."""
    details = details_of(record)
    return {
        **names_of(record),
        **{name: details.get(name) for name in OF_RUNS},
        "suite": details.get("suite") or _suite(record),
        "seconds": _seconds(record.get("evaluation_timestamp")),
        "config": {
            "eval_library": record.get("eval_library"),
            "source_metadata": record.get("source_metadata"),
            "model_info": record.get("model_info"),
        },
    }


def details_of(record: dict[str, Any]) -> dict[str, Any]:
    """Return what evalstore itself has noted of a run."""
    return mapping(mapping(record.get("source_metadata")).get("additional_details"))


def _suite(record: dict[str, Any]) -> str:
    """
    Name what was evaluated the same in every run: the evaluation, the data set, or the id's begin.

    >>> filtered = {"source_data": {"dataset_name": "sums"}}
    >>> _suite({"evaluation_id": "x/m/1", "evaluation_results": [
    ...     {"evaluation_name": "sums/a", **filtered}, {"evaluation_name": "sums/b", **filtered}]})
    'sums'
    >>> _suite({"evaluation_id": "board/meta/llama/1706000000"})
    'board'
    """
    results = [
        one
        for one in results_of(record)
        if parameters_of(one).get("slice_value", OVERALL) == OVERALL
    ]
    evaluations = {one.get("evaluation_name") for one in results}
    sources = {mapping(one.get("source_data")).get("dataset_name") for one in results}
    for names in (evaluations, sources):
        if len(names) == 1 and is_text(next(iter(names))):
            return str(*names)
    return str(record["evaluation_id"]).partition("/")[0].strip() or str(record["evaluation_id"])


def _warn(record: dict[str, Any], source: SourceFile) -> None:
    """Note an unknown version, samples that are missing, and samples that are others."""
    version = str(record.get("schema_version"))
    if not KNOWN_VERSIONS.fullmatch(version):
        source.warnings.append(
            f"{source.name}: schema version {version!r} is unknown (known: 0.2 and 0.3); read "
            "like the newest known"
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


def _seconds(value: object) -> float | None:
    try:
        return float(str(value))
    except ValueError:
        return None
