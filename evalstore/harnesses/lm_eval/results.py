"""A file of results: the system, the configuration, and the tasks and groups with figures."""

import hashlib
import math
import re
from dataclasses import dataclass
from typing import Any

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses.inspect.strict_json import decode, repaired
from evalstore.harnesses.lm_eval.file_names import stamp_of
from evalstore.harnesses.non_finite import as_texts
from evalstore.harnesses.records import SourceFile
from evalstore.harnesses.repeated_keys import RepeatedKeyError
from evalstore.harnesses.values import mappings

RESULTS_BYTES_MAX = 256 * 1024 * 1024
# Keys of the model's name in `model_args`, in the order in which the harness tries them.
MODEL_NAMES = ("peft", "delta", "pretrained", "model", "path", "engine")
# One of these is in every file of results that the harness itself wrote.
OF_THE_HARNESS = ("configs", "versions", "config", "n-shot", "lm_eval_version")
KNOWN_VERSIONS = re.compile(r"0\.4(\D.*)?")
NO_FILTER = "none"
# Numbers outside this range, 2001 to 2096, are not times.
SECONDS_MIN, SECONDS_MAX = 1e9, 4e9


@dataclass(slots=True)
class ResultsFile:
    """
    The content of a file of results; ``stamp`` is None if its name has no stamp.

    ``found`` is the whole file as strict JSON, ``key`` identifies it in run ids.
    """

    found: dict[str, Any]
    system_id: str
    stamp: str | None
    key: str

    def part(self, name: str) -> dict[str, Any]:
        """Return one of the file's objects; empty if it is missing or not an object."""
        value = self.found.get(name)
        return value if isinstance(value, dict) else {}

    def of_task(self, part: str, task: str) -> Any:
        """Return the entry of a task in one of the file's objects."""
        return self.part(part).get(task)

    def object_of(self, part: str, task: str) -> dict[str, Any]:
        """Return the entry of a task in one of the file's objects; empty if not an object."""
        value = self.of_task(part, task)
        return value if isinstance(value, dict) else {}

    def run_id(self, task: str) -> str:
        """
        Return the run id of a task; the same evaluation always gets the same id.

        It consists of task and stamp, and of the system if the stamp has whole seconds, which two
        systems may share; without a stamp it is ``lm-eval-`` and 22 hexadecimal digits of a
        SHA-256.
        """
        if self.stamp is not None:
            named = f"{task}_{self.stamp}"
            return named if "." in self.stamp else f"{named}_{self.system_id}"
        digest = hashlib.sha256(f"{self.key}\n{task}".encode("utf-8", "surrogatepass"))
        return f"lm-eval-{digest.hexdigest()[:22]}"

    @property
    def is_version_known(self) -> bool:
        """True if the file's version of the harness is supported, or not stated."""
        version = self.found.get("lm_eval_version")
        return version is None or KNOWN_VERSIONS.fullmatch(str(version)) is not None

    @property
    def groups(self) -> dict[str, list[str]]:
        """The groups with figures, each with its tasks, including those of groups within it."""
        subtasks = self.part("group_subtasks")
        return {
            name: _leaves(name, subtasks, set())
            for name, metrics in self.part("groups").items()
            if isinstance(metrics, dict)
        }

    @property
    def tasks(self) -> list[str]:
        """The tasks with figures, in the order of the file, without groups."""
        groups = self.groups
        named = self.part("group_subtasks")
        return [
            name
            for name, metrics in self.part("results").items()
            if isinstance(metrics, dict) and name not in groups and not named.get(name)
        ]

    @property
    def filters(self) -> list[str]:
        """The names of filters that contain commas, longest first."""
        names = {
            entry["name"]
            for task in self.part("configs")
            for entry in mappings(self.object_of("configs", task).get("filter_list"))
            if isinstance(entry.get("name"), str) and "," in entry["name"]
        }
        return sorted(names, key=len, reverse=True)

    def filters_of(self, task: str) -> list[str]:
        """
        Return the filters of a task in the order in which they were applied; ``none`` without one.

        If its configuration lists none, they are those of its figures.
        """
        named = [
            entry["name"]
            for entry in mappings(self.object_of("configs", task).get("filter_list"))
            if isinstance(entry.get("name"), str)
        ]
        keys = self.object_of("results", task)
        of_figures = [key.rpartition(",")[2] for key in keys if "," in key]
        return list(dict.fromkeys(named or of_figures)) or [NO_FILTER]

    @property
    def started_seconds(self) -> float | None:
        """Start of the evaluation, in seconds since 1970, UTC."""
        return _seconds(self.found.get("date"))

    @property
    def finished_seconds(self) -> float | None:
        """Time of saving, in seconds since 1970, UTC; None if the duration is not stated."""
        taken = _number(self.found.get("total_evaluation_time_seconds"))
        started = self.started_seconds
        return None if taken is None or started is None else _seconds(started + taken)


def opened(source: SourceFile) -> ResultsFile:
    """
    Return the content of a file of results.

    Raises UnreadableInputError if it is too large or not a file of results.
    """
    byte_count = source.path.stat().st_size
    if byte_count > RESULTS_BYTES_MAX:
        raise UnreadableInputError(
            f"{source.name}: {byte_count} bytes, expected at most {RESULTS_BYTES_MAX} of a file "
            "of results; run lm_eval with `--log_samples` to write samples to separate files"
        )
    try:
        content, _ = decode(input_file.read_bytes(source.path).removeprefix(b"\xef\xbb\xbf"))
    except RepeatedKeyError as error:
        raise UnreadableInputError(f"{source.name}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise UnreadableInputError(
            f"{source.name}: not a valid JSON object ({error or 'nested too deeply'}); copy the "
            "file again from its source"
        ) from error
    if not isinstance(content, dict) or not isinstance(content.get("results"), dict):
        raise UnreadableInputError(
            f"{source.name}: expected an object with `results`, an object of tasks; found "
            + (
                f"keys {sorted(content)[:5]}"
                if isinstance(content, dict)
                else type(content).__name__
            )
        )
    for name in ("results", "groups"):
        # A figure may be infinite, which strict JSON can only represent as text.
        if isinstance(content.get(name), dict):
            content[name] = as_texts(content[name])
    # The file is small, so it is always repaired.
    content = repaired(content, "", [])
    results = _results(content, source)
    _warn_of_version(results, source)
    return results


def of_samples(source: SourceFile) -> ResultsFile:
    """Return the results of samples that have no file of results: the model, from the folder."""
    folder = source.path.resolve().parent.name
    system_id = _writable(folder.replace("__", "/"))
    return ResultsFile({}, system_id, stamp_of(source.path), source.sha256)


def _results(content: dict[str, Any], source: SourceFile) -> ResultsFile:
    name = _system_of(content)
    date = content.get("date")
    key = source.sha256 if date is None else f"{name}\n{date}"
    return ResultsFile(content, _writable(name), stamp_of(source.path), key)


def _system_of(content: dict[str, Any]) -> str:
    config = content.get("config")
    arguments = arguments_of(config.get("model_args") if isinstance(config, dict) else None)
    named = next((arguments[name] for name in MODEL_NAMES if arguments.get(name)), None)
    model_source = config.get("model") if isinstance(config, dict) else None
    if named is None:
        # If no argument names a model, `model_name` is random.
        names = (model_source, content.get("model_name"), content.get("model"))
        system_id = next((candidate for candidate in names if candidate), None)
    else:
        revision = arguments.get("revision")
        system_id = f"{named}@{revision}" if revision and revision != "main" else named
    return system_id if isinstance(system_id, str) else "unnamed"


def arguments_of(text: object) -> dict[str, str]:
    """
    Return the arguments of a model from an object or text.

    >>> arguments_of("pretrained=a/b,revision=step3,trust_remote_code")
    {'pretrained': 'a/b', 'revision': 'step3'}
    """
    if isinstance(text, dict):
        return {name: value for name, value in text.items() if isinstance(value, str)}
    pairs = (pair.partition("=") for pair in text.split(",")) if isinstance(text, str) else ()
    return {name.strip(): value.strip() for name, sign, value in pairs if sign}


def _leaves(name: str, subtasks: dict[str, Any], seen: set[str]) -> list[str]:
    # `seen` stops at a group that contains itself.
    seen.add(name)
    below = subtasks.get(name)
    leaves = []
    for child in below if isinstance(below, list) else []:
        if isinstance(child, str) and child not in seen:
            leaves += _leaves(child, subtasks, seen) if subtasks.get(child) else [child]
            seen.add(child)
    return leaves


def _warn_of_version(results: ResultsFile, source: SourceFile) -> None:
    if not any(name in results.found for name in OF_THE_HARNESS):
        source.warnings.append(
            f"{source.name}: found results without the `configs` and `versions` of the harness, "
            "so groups are unknown; each entry is read as a task"
        )
    if not results.is_version_known:
        version = results.found.get("lm_eval_version")
        source.warnings.append(
            f"{source.name}: lm-eval {version} is unknown (known: up to 0.4); read as 0.4"
        )


def _seconds(value: object) -> float | None:
    seconds = _number(value)
    return seconds if seconds is not None and SECONDS_MIN < seconds < SECONDS_MAX else None


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _writable(text: str) -> str:
    return text.encode(errors="replace").decode() or "unnamed"
