"""A file of results: what was evaluated, how, and which tasks and groups it tells of."""

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
# Names of a model in `model_args`, as the harness itself looks for them.
MODEL_NAMES = ("peft", "delta", "pretrained", "model", "path", "engine")
# One of these is in every file of results that the harness itself wrote.
OF_THE_HARNESS = ("configs", "versions", "config", "n-shot", "lm_eval_version")
KNOWN_VERSIONS = re.compile(r"0\.4(\D.*)?")
NO_FILTER = "none"
# Beyond these no time is meant: 2001 to 2096.
SECONDS_MIN, SECONDS_MAX = 1e9, 4e9


@dataclass(slots=True)
class ResultsFile:
    """
    What a file of results says; ``stamp`` is None where its name has none.

    ``found`` is the whole file as strict JSON, ``key`` names it in run ids.
    """

    found: dict[str, Any]
    system_id: str
    stamp: str | None
    key: str

    def part(self, name: str) -> dict[str, Any]:
        """Return one of the file's objects; an empty one where it has none."""
        value = self.found.get(name)
        return value if isinstance(value, dict) else {}

    def of_task(self, part: str, task: str) -> Any:
        """Return what one of the file's objects says of a task."""
        return self.part(part).get(task)

    def object_of(self, part: str, task: str) -> dict[str, Any]:
        """Return an object that one of the file's objects has for a task; else an empty one."""
        value = self.of_task(part, task)
        return value if isinstance(value, dict) else {}

    def run_id(self, task: str) -> str:
        """
        Name the run of a task, so that the same evaluation has the same run.

        By task and stamp, and by system where the stamp has whole seconds, which two systems may
        share; without a stamp ``lm-eval-`` and 22 hexadecimal digits of a SHA-256.
        """
        if self.stamp is not None:
            named = f"{task}_{self.stamp}"
            return named if "." in self.stamp else f"{named}_{self.system_id}"
        digest = hashlib.sha256(f"{self.key}\n{task}".encode("utf-8", "surrogatepass"))
        return f"lm-eval-{digest.hexdigest()[:22]}"

    @property
    def is_version_known(self) -> bool:
        """Whether the readers were made for the version that wrote it, or it does not say."""
        version = self.found.get("lm_eval_version")
        return version is None or KNOWN_VERSIONS.fullmatch(str(version)) is not None

    @property
    def groups(self) -> dict[str, list[str]]:
        """The groups with figures, each with the tasks it is of, groups in it followed."""
        subtasks = self.part("group_subtasks")
        return {
            name: _leaves(name, subtasks, set())
            for name, metrics in self.part("groups").items()
            if isinstance(metrics, dict)
        }

    @property
    def tasks(self) -> list[str]:
        """The tasks with figures, in the order of the file; groups are none."""
        groups = self.groups
        named = self.part("group_subtasks")
        return [
            name
            for name, metrics in self.part("results").items()
            if isinstance(metrics, dict) and name not in groups and not named.get(name)
        ]

    @property
    def filters(self) -> list[str]:
        """The names of filters that have commas, the longest first."""
        names = {
            one["name"]
            for task in self.part("configs")
            for one in mappings(self.object_of("configs", task).get("filter_list"))
            if isinstance(one.get("name"), str) and "," in one["name"]
        }
        return sorted(names, key=len, reverse=True)

    def filters_of(self, task: str) -> list[str]:
        """
        Return the filters of a task in the order that they were applied in; ``none`` without one.

        Where its configuration lists none, they are those that its figures are of.
        """
        named = [
            one["name"]
            for one in mappings(self.object_of("configs", task).get("filter_list"))
            if isinstance(one.get("name"), str)
        ]
        keys = self.object_of("results", task)
        of_figures = [key.rpartition(",")[2] for key in keys if "," in key]
        return list(dict.fromkeys(named or of_figures)) or [NO_FILTER]

    @property
    def started_seconds(self) -> float | None:
        """When it began, in seconds since 1970, UTC."""
        return _seconds(self.found.get("date"))

    @property
    def finished_seconds(self) -> float | None:
        """When it was saved, as far as the file says how long it took."""
        taken = _number(self.found.get("total_evaluation_time_seconds"))
        started = self.started_seconds
        return None if taken is None or started is None else _seconds(started + taken)


def opened(source: SourceFile) -> ResultsFile:
    """
    Return what a file of results says.

    Raises UnreadableInputError where it is none.
    """
    byte_count = source.path.stat().st_size
    if byte_count > RESULTS_BYTES_MAX:
        raise UnreadableInputError(
            f"{source.name}: {byte_count} bytes, expected at most {RESULTS_BYTES_MAX} of a "
            "file of results; samples belong into files of their own, which `--log_samples` writes"
        )
    try:
        found, _ = decode(input_file.read_bytes(source.path).removeprefix(b"\xef\xbb\xbf"))
    except RepeatedKeyError as error:
        raise UnreadableInputError(f"{source.name}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise UnreadableInputError(
            f"{source.name}: not a whole JSON object ({error or 'nested too deep'}); copy it "
            "again from where it was written"
        ) from error
    if not isinstance(found, dict) or not isinstance(found.get("results"), dict):
        raise UnreadableInputError(
            f"{source.name}: expected an object with `results`, an object of tasks; found "
            + (f"keys {sorted(found)[:5]}" if isinstance(found, dict) else type(found).__name__)
        )
    for name in ("results", "groups"):
        # A figure may be infinite, which strict JSON cannot say but by a text.
        if isinstance(found.get(name), dict):
            found[name] = as_texts(found[name])
    # The file is small: it is repaired whether or not it needs to be.
    found = repaired(found, "", [])
    results = _results(found, source)
    _warn_of_version(results, source)
    return results


def of_samples(source: SourceFile) -> ResultsFile:
    """Return what is known of samples without results: the model from the folder's name."""
    folder = source.path.resolve().parent.name
    system_id = _writable(folder.replace("__", "/"))
    return ResultsFile({}, system_id, stamp_of(source.path), source.sha256)


def _results(found: dict[str, Any], source: SourceFile) -> ResultsFile:
    name = _system_of(found)
    date = found.get("date")
    key = source.sha256 if date is None else f"{name}\n{date}"
    return ResultsFile(found, _writable(name), stamp_of(source.path), key)


def _system_of(found: dict[str, Any]) -> str:
    config = found.get("config")
    arguments = arguments_of(config.get("model_args") if isinstance(config, dict) else None)
    named = next((arguments[name] for name in MODEL_NAMES if arguments.get(name)), None)
    model_source = config.get("model") if isinstance(config, dict) else None
    if named is None:
        # Where no argument names a model, `model_name` is drawn at random.
        names = (model_source, found.get("model_name"), found.get("model"))
        system_id = next((one for one in names if one), None)
    else:
        revision = arguments.get("revision")
        system_id = f"{named}@{revision}" if revision and revision != "main" else named
    return system_id if isinstance(system_id, str) else "unnamed"


def arguments_of(text: object) -> dict[str, str]:
    """
    Return the arguments of a model, which come as an object or as text.

    >>> arguments_of("pretrained=a/b,revision=step3,trust_remote_code")
    {'pretrained': 'a/b', 'revision': 'step3'}
    """
    if isinstance(text, dict):
        return {name: value for name, value in text.items() if isinstance(value, str)}
    pairs = (pair.partition("=") for pair in text.split(",")) if isinstance(text, str) else ()
    return {name.strip(): value.strip() for name, sign, value in pairs if sign}


def _leaves(name: str, subtasks: dict[str, Any], seen: set[str]) -> list[str]:
    # A group that is in itself has no end.
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
            f"{source.name}: results with the harness's keys and without its `configs` and "
            "`versions`, as another writer's: each of its entries is read as a task, for nobody "
            "says which of them are groups"
        )
    if not results.is_version_known:
        version = results.found.get("lm_eval_version")
        source.warnings.append(
            f"{source.name}: lm-eval {version} is unknown (known: up to 0.4); read like 0.4"
        )


def _seconds(value: object) -> float | None:
    found = _number(value)
    return found if found is not None and SECONDS_MIN < found < SECONDS_MAX else None


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def _writable(text: str) -> str:
    return text.encode(errors="replace").decode() or "unnamed"
