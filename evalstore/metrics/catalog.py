"""
The metric catalog: one file in ``views/`` per metric, described by the comment at its start.

The comment has a first sentence, optional prose, and a last paragraph of ``key: value`` lines; a
value continues in the next line if that one is indented. The keys are a closed set, so that a
misspelled one is an error.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from evalstore.base import sql_files
from evalstore.base.phrases import unknown_name
from evalstore.errors import EvalstoreError
from evalstore.metrics.parameters import Chosen, Parameter, chosen_of, declared

FOLDER = "views"
REQUIRED_KEYS = ("grain", "unit", "range", "better", "source")
# Optional key -> its value if a header does not have it.
DEFAULTS = {
    "shape": "value",
    "parameters": "",
    "parameter": "",
    "default": "",
    "draws": "",
    "slice": "domain",
    "section": "",
    "label": "",
    "resamples": "",
    "interval": "cases like these",
    "empty": "",
    "outcomes": "read",
    "rightness": "no",
    "counts": "",
    "reason": "reason",
    "weight": "",
    "numerator": "",
    "denominator": "",
}
KEYS = (*REQUIRED_KEYS, *DEFAULTS)
# A header may have several lines of it.
REPEATED = "parameter"
# The place of a metric whose section does not give one.
LAST_PLACE = 1_000
CHOICES = {
    "better": ("higher", "lower", "nearer 0", "none"),
    "shape": ("value", "table"),
    "interval": ("cases like these", "these cases"),
    "outcomes": ("read", "not read"),
    "rightness": ("no", "of all cases", "of some cases"),
}

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")

Lines = list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Metric:
    """
    One metric, as its file describes it; ``docs/metrics.md`` explains each key.

    ``name`` is that of the file, of the view in schema ``metrics`` and, if ``shape`` is
    ``value``, of its value column; ``family`` is its folder; ``sql_name`` is the argument of
    ``sql_files.read`` for its file. Optional keys that are left out have the values in DEFAULTS.
    """

    sql_name: str
    sentence: str
    prose: str
    grain: tuple[str, ...]
    unit: str
    range: str
    better: str
    source: str
    shape: str
    parameters: str
    parameter: tuple[Parameter, ...]
    default: str
    draws: str
    slice: str
    section: str
    place: int
    label: str
    resamples: str
    interval: str
    empty: tuple[str, ...]
    outcomes: str
    rightness: str
    counts: str
    reason: str
    weight: str
    numerator: str
    denominator: str

    @property
    def name(self) -> str:
        """Return the name of the file."""
        return self.sql_name.rpartition("/")[2]

    @property
    def family(self) -> str:
        """Return the name of the file's folder."""
        return self.sql_name.split("/")[1]

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the smallest and the largest value of ``range``; infinite if there is none."""
        numbers = [float(number) for number in NUMBER.findall(self.range)]
        low, high = [*numbers, *(-math.inf, math.inf)[len(numbers) :]]
        return low, high

    @property
    def has_value(self) -> bool:
        """Return True for one number per grain, which is then part of ``metrics.all_metrics``."""
        return self.shape == "value"

    @property
    def is_share(self) -> bool:
        """Return True for a share of something, such as of cases."""
        return self.unit.startswith("share")

    @property
    def reads_outcomes(self) -> bool:
        """Return True if it depends on the outcomes of validators, not only on their failures."""
        return self.outcomes == "read"

    @property
    def is_of_rightness(self) -> bool:
        """Return True if it measures how right answers are, and no other quality of them."""
        return self.rightness != "no"

    @property
    def chart(self) -> str:
        """Return the name of the chart of one run, empty if the header names none."""
        return "" if self.why_not_drawn else self.draws

    @property
    def why_not_drawn(self) -> str:
        """Return the header's reason why there is no chart, empty if the metric has one."""
        refusal, _, reason = self.draws.partition(", ")
        return reason if refusal == "no" else ""

    @property
    def labels(self) -> dict[str, str]:
        """Return the label of each variant in reports; without a ``label`` the metric's name."""
        labels = {}
        for part in (self.label or self.name).split("; "):
            variant, colon, label = part.partition(": ")
            labels[variant if colon else ""] = label if colon else variant
        return labels

    @property
    def default_variant(self) -> str:
        """Return the variant of a headline if no gate names one, empty if the header has none."""
        return "" if self.default.partition(", ")[0] == "no" else self.default

    @property
    def why_not_resampled(self) -> str:
        """Return the header's reason against a bootstrap, empty if the header gives no reason."""
        refusal, _, reason = self.resamples.partition(", ")
        return reason if refusal == "no" else ""

    @property
    def why_not_counted(self) -> str:
        """Return the header's reason why no rows can be named, empty if they can be named."""
        refusal, _, reason = self.counts.partition(", ")
        return reason if refusal == "no" else ""

    def chosen(self, values: Mapping[str, object] | None) -> Chosen:
        """
        Return the values of parameters that are not their defaults.

        Raises UsageError for an unknown parameter and a value out of its range.
        """
        return chosen_of(self.name, self.parameter, values)

    @property
    def bins(self) -> str:
        """Return the table of the bins that its value is a sum over, empty for other metrics."""
        return "" if self.why_not_resampled else self.resamples


@cache
def catalog() -> dict[str, Metric]:
    """
    Return every metric by its name, in the order of families and names.

    >>> catalog()["accuracy"].better
    'higher'
    """
    return described({name: sql_files.read(name) for name in sql_files.names(FOLDER)})


def described(texts: dict[str, str]) -> dict[str, Metric]:
    """
    Return the metrics that texts define, by name; ``texts`` are by ``views/<family>/<metric>``.

    Raises EvalstoreError if a header is invalid or two texts define the same metric.
    """
    metrics: dict[str, Metric] = {}
    for sql_name, text in texts.items():
        metric = parse(text, sql_name)
        if metric.name in metrics:
            raise EvalstoreError(
                f"{sql_name}.sql and {metrics[metric.name].sql_name}.sql both define the metric "
                f"{metric.name!r}; rename one of them"
            )
        metrics[metric.name] = metric
    return metrics


def find(name: str) -> Metric:
    """Return the metric of that name; raise UsageError, naming the closest, if it is unknown."""
    metrics = catalog()
    if name in metrics:
        return metrics[name]
    raise unknown_name("metric", name, sorted(metrics), listed_by="metrics")


def in_section(section: str) -> list[Metric]:
    """Return the metrics that a section of reports shows, in the order of their places there."""
    metrics = [metric for metric in catalog().values() if metric.section == section]
    return sorted(metrics, key=lambda metric: metric.place)


@cache
def view_files() -> tuple[str, ...]:
    """Return the files of the view of each metric, then that of the union of all."""
    return (*(metric.sql_name for metric in catalog().values()), "sql/metrics/all_metrics")


def parse(text: str, sql_name: str) -> Metric:
    """
    Read the header that opens the text of ``<sql_name>.sql``.

    Raises EvalstoreError for a file outside a family's folder, for an unknown, repeated, missing
    or empty key, and for a value that its key does not allow.
    """
    file_name = f"{sql_name}.sql"
    root, _, rest = sql_name.partition("/")
    if root != FOLDER or rest.count("/") != 1:
        raise EvalstoreError(
            f"{file_name} is not in the folder of a family; expected "
            f"{FOLDER}/<family>/<metric>.sql: move it there"
        )
    paragraphs = header(text)
    if not paragraphs[1:]:
        raise EvalstoreError(
            f"{file_name}:1: the header needs a first sentence and, after an empty comment line, "
            f"the keys {', '.join(REQUIRED_KEYS)}; found "
            f"{'only one paragraph' if paragraphs else 'no comment'}"
        )
    keys = _keys(paragraphs[-1], file_name)
    missing = [key for key in REQUIRED_KEYS if key not in keys]
    if missing:
        line = paragraphs[-1][0][0]
        raise EvalstoreError(
            f"{file_name}:{line}: the header lacks {', '.join(missing)}; add a line such as `-- "
            f"{missing[0]}: ...`"
        )
    values = {**DEFAULTS, **{key: value for key, (_, value) in keys.items()}}
    grain, empty = (_items(values.pop(key)) for key in ("grain", "empty"))
    values["section"], comma, place = values["section"].partition(", ")
    if comma and not place.isdecimal():
        raise EvalstoreError(
            f"{file_name}:{keys['section'][0]}: the place in the section is {place!r}, "
            "expected a number such as `drift/reading, 2`"
        )
    try:
        parameter = tuple(declared(each) for each in values.pop(REPEATED).split("\n") if each)
    except EvalstoreError as error:
        raise EvalstoreError(f"{file_name}:{keys[REPEATED][0]}: {error}") from error
    return Metric(
        parameter=parameter,
        sql_name=sql_name,
        sentence=_joined(paragraphs[0]),
        prose="\n\n".join(_joined(paragraph) for paragraph in paragraphs[1:-1]),
        grain=grain,
        empty=empty,
        place=int(place or LAST_PLACE),
        **values,
    )


def _items(value: str) -> tuple[str, ...]:
    return tuple(item.strip() for item in value.split(",") if item.strip())


def header(text: str) -> list[Lines]:
    r"""
    Return the paragraphs of the comment that opens a text, each as its numbered lines.

    >>> header("-- A sentence.\n--\n-- grain: run_id\nselect 1")
    [[(1, 'A sentence.')], [(3, 'grain: run_id')]]
    """
    return list(_paragraphs(_comment_lines(text)))


def _comment_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield number and content of each line until the first that is not a comment."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.startswith("--"):
            return
        yield number, line.removeprefix("--").removeprefix(" ").rstrip()


def _paragraphs(lines: Iterable[tuple[int, str]]) -> Iterator[Lines]:
    """Group lines between empty ones."""
    paragraph: Lines = []
    for number, line in lines:
        if line:
            paragraph.append((number, line))
        elif paragraph:
            yield paragraph
            paragraph = []
    if paragraph:
        yield paragraph


def _joined(paragraph: Lines) -> str:
    return " ".join(line.strip() for _, line in paragraph)


def _keys(paragraph: Lines, file_name: str) -> dict[str, tuple[int, str]]:
    """Read ``key: value`` lines; each value comes with the line it starts on."""
    keys: dict[str, tuple[int, str]] = {}
    key = ""
    for number, line in paragraph:
        if key and line.startswith(" "):
            keys[key] = (keys[key][0], f"{keys[key][1]} {line.strip()}")
            continue
        key, colon, value = line.partition(":")
        if not colon or key not in KEYS:
            raise EvalstoreError(
                f"{file_name}:{number}: expected one of the keys {', '.join(KEYS)} in the last "
                f"paragraph of the header, found {line!r}"
            )
        if key == REPEATED and key in keys:
            keys[key] = (keys[key][0], f"{keys[key][1]}\n{value.strip()}")
            continue
        if key in keys:
            raise EvalstoreError(
                f"{file_name}:{number}: the key {key} is also on line {keys[key][0]}; keep one of "
                "them"
            )
        if not value.strip():
            raise EvalstoreError(
                f"{file_name}:{number}: the key {key} has no value; write it after the colon"
            )
        keys[key] = (number, value.strip())
    for key, allowed in CHOICES.items():
        if key in keys and keys[key][1] not in allowed:
            number, value = keys[key]
            raise EvalstoreError(
                f"{file_name}:{number}: {key} is {value!r}, expected one of {', '.join(allowed)}"
            )
    return keys
