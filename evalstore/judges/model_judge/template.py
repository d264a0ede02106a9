"""
Templates of questions to a judge: a rubric, the JSON Schema of the reply, and its meaning.

A template is one TOML file; the folder ``templates`` is the registry of those shipped here. One of
four tables says how a reply becomes a verdict: ``outcomes`` (the values of a field, each with its
outcome), ``value`` (a number, measured), ``scores`` (graded dimensions, each with the tag of its
failure) or ``preference`` (the first, the second, or neither).
"""

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, SchemaError

from evalstore.base import input_file
from evalstore.base.phrases import unknown_name
from evalstore.errors import UsageError
from evalstore.plugins.verdict import OUTCOMES

FOLDER = Path(__file__).parent / "templates"
PARTS = ("question", "conversation", "reference", "reply", "first", "second")
MEANINGS = ("outcomes", "value", "scores", "preference")
KEYS = (
    "summary", "rubric", "shows", "optional", "turns_min", "schema", "tags", "tags_of_plain",
    "outcomes_of_plain", "rates_answers", *MEANINGS,
)  # fmt: skip
# Of a model's reply these follow; the others say that nobody judged.
SAYABLE = tuple(outcome for outcome in OUTCOMES if outcome not in {"measured", "error"})
TABLES = (*MEANINGS, "schema", "tags", "tags_of_plain", "outcomes_of_plain")


@dataclass(frozen=True, slots=True)
class Template:
    """
    What a judge is asked, and what its reply means.

    ``shows`` are the parts of a case that it has to be shown, ``optional`` those it is shown where
    they are there. ``sha256`` is that of the file. With ``rates_answers`` its verdicts say whether
    the answer is right, so that other raters can agree with them.
    """

    name: str
    sha256: str
    rubric: str
    schema: Mapping[str, Any]
    checker: Draft202012Validator
    shows: tuple[str, ...]
    meaning: str
    table: Mapping[str, Any]
    optional: tuple[str, ...] = ()
    turns_min: int = 1
    rates_answers: bool = False
    tags: Mapping[str, Any] = field(default_factory=dict)
    # Where the answer key is of the kind `plain`, as beside attempts that are to be declined.
    of_plain: Mapping[str, Any] = field(default_factory=dict)
    tags_of_plain: Mapping[str, Any] = field(default_factory=dict)


def names() -> list[str]:
    """Return the names of the templates that are shipped here."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def template(chosen: str) -> Template:
    """
    Return a template by its name, or of a file that ends in ``.toml``.

    Raises UsageError for an unknown name, and for a file that is no template, naming the key.

    >>> template("grade").meaning
    'value'
    """
    path = Path(chosen) if chosen.endswith(".toml") else FOLDER / f"{chosen}.toml"
    if not chosen.endswith(".toml") and chosen not in names():
        raise unknown_name("template", chosen, names(), " (a file of your own ends in .toml)")
    try:
        data = input_file.read_bytes(path)
        given = tomllib.loads(data.decode("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"template {chosen}: {error}; expected a TOML file") from error
    problem = next(_problems(given), None)
    if problem:
        raise UsageError(f"template {chosen}: {problem}")
    [meaning] = [name for name in MEANINGS if name in given]
    tags_of_outcomes = given.get("tags", {})
    return Template(
        name=path.stem,
        sha256=hashlib.sha256(data).hexdigest(),
        rubric=given["rubric"].strip(),
        schema=given["schema"],
        checker=Draft202012Validator(given["schema"]),
        shows=tuple(given["shows"]),
        meaning=meaning,
        table=given[meaning],
        optional=tuple(given.get("optional", ())),
        turns_min=given.get("turns_min", 1),
        rates_answers=given.get("rates_answers", False),
        tags=tags_of_outcomes,
        of_plain=given.get("outcomes_of_plain", {}),
        tags_of_plain=given.get("tags_of_plain", {}),
    )


def _problems(given: Mapping[str, Any]) -> Iterator[str]:
    """Yield the errors of a template: the key, what was found, what was expected."""
    for key in given:
        if key not in KEYS:
            yield f"{key!r} is no key; expected {', '.join(KEYS)}"
    if not isinstance(given.get("rubric"), str) or not given["rubric"].strip():
        yield "rubric is missing; expected the text of the question to the judge"
    for key in ("shows", "optional"):
        parts = given.get(key, [])
        if not isinstance(parts, list) or not all(part in PARTS for part in parts):
            yield f"{key} is {parts!r}; expected a list of {', '.join(PARTS)}"
    if not given.get("shows"):
        yield f"shows is missing; expected a list of {', '.join(PARTS)}"
    yield from _type_problems(given)
    for name in TABLES:
        if not isinstance(given.get(name, {}), dict):
            yield f"{name} is {given[name]!r}; expected a table"
    yield from _meaning_problems(given)


def _type_problems(given: Mapping[str, Any]) -> Iterator[str]:
    for key, kind, words in (
        ("turns_min", int, "a whole number"),
        ("rates_answers", bool, "true or false"),
    ):
        if key in given and type(given[key]) is not kind:
            yield f"{key} is {given[key]!r}; expected {words}"


def _meaning_problems(given: Mapping[str, Any]) -> Iterator[str]:
    meanings = [name for name in MEANINGS if name in given]
    if len(meanings) != 1:
        tables = ", ".join(f"[{name}]" for name in MEANINGS)
        found = " and ".join(meanings) or "nothing"
        yield f"{found} says what a reply means; expected one of {tables}"
    [meaning] = meanings
    if (meaning == "preference") != ({"first", "second"} <= set(given["shows"])):
        yield "a [preference] is between the parts first and second, and nothing else is"
    if meaning == "preference" and set(given[meaning]) != {"field", "first", "second", "tie"}:
        yield "[preference] expects the keys field, first, second and tie"
    yield from _schema_problems(given.get("schema", {}), given[meaning], meaning)
    if meaning == "outcomes":
        yield from _outcome_problems(given)


def _schema_problems(
    schema: Mapping[str, Any], table: Mapping[str, Any], meaning: str
) -> Iterator[str]:
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        yield f"schema is no JSON Schema: {error.message}"
    fields, required = schema.get("properties", {}), schema.get("required", [])
    # What a model says after its verdict is an excuse and no reason for it.
    if list(fields)[:1] != ["reason"] or "reason" not in required:
        yield "schema has to begin with the field reason, and to require it"
    for name in list(table) if meaning == "scores" else [table.get("field")]:
        if name not in fields or name not in required:
            yield f"[{meaning}] reads the field {name!r}; expected a required one of the schema"


def _outcome_problems(given: Mapping[str, Any]) -> Iterator[str]:
    """Yield each value of the field that decides and has no outcome."""
    name = given["outcomes"]["field"]
    values = given["schema"]["properties"][name].get("enum", [])
    if not values:
        yield f"schema.properties.{name} has no enum, so its outcomes are not known"
    for table in ("outcomes", "outcomes_of_plain"):
        outcomes = given.get(table, given["outcomes"])
        for value in values:
            found = outcomes.get(str(value))
            if found not in SAYABLE:
                yield f"[{table}] {value} is {found!r}; expected one of {', '.join(SAYABLE)}"
