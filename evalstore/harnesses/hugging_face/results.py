"""Results in YAML of `.eval_results`, or in the model-index of a model card."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.non_finite import INFINITY, MINUS_INFINITY, NAN
from evalstore.harnesses.records import Skip, SourceFile
from evalstore.harnesses.values import listed, mapping, name

INDEX = "model-index"
UNNAMED = "unnamed"
VALUE = "value"
RESULTS_MAX = 100_000
TEXT_LENGTH_MAX, NUMBER_LENGTH_MAX = 2000, 200
NUMBER = re.compile(r"\s*(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,4})?)\s*(?P<rest>.*)")
# The text after a number: its unit, or an uncertainty of unknown definition, which is ignored.
AFTER = re.compile(r"(?P<unit>%)?\s*(?:(?:±|\+/?-)\s*[\d.]+\s*%?)?\s*")
# The notations of non-finite numbers in YAML and other tools.
NOT_FINITE = {
    ".nan": NAN, "nan": NAN,
    **dict.fromkeys((".inf", "+.inf", "inf", "infinity"), INFINITY),
    **dict.fromkeys(("-.inf", "-inf", "-infinity"), MINUS_INFINITY),
}  # fmt: skip
NOTHING = ("", "null", "~", "None", "none")
MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T.*[0-9](?:Z|[+-][0-9]{2}:[0-9]{2})")
OF_HUB = "models--"
EVAL_RESULTS = ".eval_results"


@dataclass(slots=True)
class ReportedRun:
    """The figures of one model on one data set, each as in the event's payload."""

    system_id: str
    suite: str
    config: dict[str, Any]
    figures: list[dict[str, Any]] = field(default_factory=list)
    own_params: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def add(self, figure: dict[str, Any]) -> None:
        """Add a figure; one with the metric and parameters of an earlier one gets a number."""
        params = figure["params"]
        same_count = sum(earlier == (figure["scorer"], params) for earlier in self.own_params)
        self.own_params.append((figure["scorer"], params))
        numbered = {**params, "number": same_count + 1} if same_count else params
        self.figures.append({"system_id": self.system_id, **figure, "params": numbered or None})


def runs(document: object, source: SourceFile) -> tuple[list[ReportedRun], list[Skip]]:
    """
    Return the runs in the order of the file, and a Skip for each invalid result.

    Raises UnreadableInputError if the file has no valid result, or too many.
    """
    by_key: dict[str, ReportedRun] = {}
    skips: list[Skip] = []
    index = mapping(document).get(INDEX)
    items = _of_index(index) if index is not None else _of_list(document, system_of(source.path))
    for count, item in enumerate(items, 1):
        if count > RESULTS_MAX:
            raise UnreadableInputError(
                f"{source.name}: found more than {RESULTS_MAX} results; split the file"
            )
        if isinstance(item, Skip):
            skips.append(item)
            continue
        run, figure = item
        by_key.setdefault(str((run.system_id, run.suite, run.config)), run).add(figure)
    if not by_key:
        problem = str(skips[0]) if skips else "none"
        raise UnreadableInputError(
            f"{source.name}: expected a list of results with `dataset` and `value`, or "
            f"`model-index` with `results`, found {problem}"
        )
    return list(by_key.values()), skips


def events(run: ReportedRun) -> list[event_records.Event]:
    """Return the events of a run: its start, its figures, and its end."""
    payload = {"suite": run.suite, "systems": [run.system_id], "config": run.config or None}
    figures = []
    for figure in run.figures:
        date = figure.get("reported_on")
        # A date without a time of day and an offset is no moment.
        at = date if date and MOMENT.fullmatch(date) else None
        figures.append(event_records.figure(figure, at))
    return [event_records.started(payload), *figures, event_records.finished()]


def system_of(path: Path) -> str:
    """
    Return the model of a file of `.eval_results`, derived from the folder of its repository.

    >>> system_of(Path("/hub/models--our--model/snapshots/1a2b/.eval_results/hle.yaml"))
    'our/model'
    >>> system_of(Path("/hub/maia-2/.eval_results/a.yaml")), system_of(Path("/hub/a.yaml"))
    ('maia-2', 'unnamed')
    """
    folders = path.absolute().parts[:-1]
    for folder in folders:
        if folder.startswith(OF_HUB):
            return name(folder.removeprefix(OF_HUB).replace("--", "/")) or UNNAMED
    if len(folders) > 1 and folders[-1] == EVAL_RESULTS:
        return name(folders[-2]) or UNNAMED
    return UNNAMED


def number_of(text: object) -> tuple[float | None, str | None]:
    """
    Return the number in a text and its unit, each None if it is missing.

    >>> number_of("20.90"), number_of("20.0 ± 1.2"), number_of("83.5 %"), number_of("about 3")
    ((20.9, None), (20.0, None), (83.5, 'percent'), (None, None))
    """
    match = (
        NUMBER.fullmatch(text)
        if isinstance(text, str) and len(text) <= NUMBER_LENGTH_MAX
        else None
    )
    after = AFTER.fullmatch(match["rest"]) if match else None
    if match is None or after is None or not math.isfinite(float(match["number"])):
        return None, None
    return float(match["number"]), "percent" if "%" in match["rest"] else None


def _of_list(
    entries: object, system_id: str
) -> Iterator[tuple[ReportedRun, dict[str, Any]] | Skip]:
    """Yield run and figure of each entry in a file of `.eval_results`."""
    for number, entry in enumerate(listed(entries)):
        location, result = f"result {number + 1}", mapping(entry)
        dataset = mapping(result.get("dataset"))
        suite = name(dataset.get("id"))
        if suite is None or VALUE not in result:
            yield _skip(location, "`dataset.id` and `value`", entry)
            continue
        task = name(dataset.get("task_id"))
        config = _texts({"task_id": task, "revision": dataset.get("revision")})
        params = _texts({"notes": result.get("notes")})
        figure = _figure(task or VALUE, result.get(VALUE), params)
        figure["reported_on"] = _text(result.get("date"))
        figure |= _vouched(result, result)
        yield ReportedRun(system_id, suite, config), figure


def _of_index(index: object) -> Iterator[tuple[ReportedRun, dict[str, Any]] | Skip]:
    """Yield run and figure of each metric in a model-index, for all its models and results."""
    for at, model in enumerate(listed(index), 1):
        system_id = name(mapping(model).get("name")) or UNNAMED
        for number, entry in enumerate(listed(mapping(model).get("results")), 1):
            location, result = f"model {at}, result {number}", mapping(entry)
            dataset, task = mapping(result.get("dataset")), mapping(result.get("task"))
            suite = name(dataset.get("type")) or name(dataset.get("name"))
            metrics = listed(result.get("metrics"))
            if suite is None or not metrics:
                yield _skip(location, "`dataset.type` and `metrics`", entry)
                continue
            config = _texts(
                {
                    "dataset": dataset.get("name"), "config": dataset.get("config"),
                    "split": dataset.get("split"), "revision": dataset.get("revision"),
                    "task": task.get("type"), **_texts(mapping(dataset.get("args")), "args."),
                }
            )  # fmt: skip
            for metric_number, metric in enumerate(metrics, 1):
                fields = mapping(metric)
                scorer = name(fields.get("type")) or name(fields.get("name"))
                if scorer is None or VALUE not in fields:
                    place = f"{location}, metric {metric_number}"
                    yield _skip(place, "`type` and `value`", metric)
                    continue
                params = _texts(
                    {
                        "name": fields.get("name"), "config": fields.get("config"),
                        **_texts(mapping(fields.get("args")), "args."),
                    }
                )  # fmt: skip
                figure = _figure(scorer, fields.get(VALUE), params)
                is_verified = True if fields.get("verified") == "true" else None
                figure |= _vouched(result, fields, is_verified=is_verified)
                yield ReportedRun(system_id, suite, config), figure


def _figure(scorer: str, value: object, params: dict[str, str]) -> dict[str, Any]:
    number, unit = number_of(value)
    text = _text(value)
    return {
        "scorer": scorer,
        "metric": scorer,
        "params": params,
        "value": number,
        "value_text": NOT_FINITE.get(text.strip().lower()) if text else None,
        "unit": unit,
        # The original text if it is more than a number.
        "reported_text": None if text is None or _is_number(text) else text,
    }


def _vouched(
    result: dict[str, Any], fields: dict[str, Any], *, is_verified: bool | None = None
) -> dict[str, Any]:
    return {
        "reported_by": _texts(mapping(result.get("source"))) or None,
        "is_verified": is_verified,
        "has_verify_token": _text(fields.get("verifyToken")) is not None or None,
    }


def _is_number(text: str) -> bool:
    match = NUMBER.fullmatch(text)
    return match is not None and not match["rest"] and math.isfinite(float(match["number"]))


def _skip(location: str, expected: str, value: object) -> Skip:
    description = (
        f"fields {sorted(value)[:6]}" if isinstance(value, dict) else type(value).__name__
    )
    return Skip(location, "not a result", f"expected {expected}, found {description:.300}")


def _texts(fields: dict[str, Any], before: str = "") -> dict[str, str]:
    return {
        f"{before}{key}": text
        for key, value in fields.items()
        if isinstance(key, str) and (text := _text(value)) is not None
    }


def _text(value: object) -> str | None:
    if not isinstance(value, str) or value.strip() in NOTHING:
        return None
    return value[:TEXT_LENGTH_MAX]
