"""
Templates of questions to a judge: a rubric, the JSON Schema of the reply, and its meaning.

A template is one TOML file; the folder ``templates`` contains those included in the package. One
of four tables maps a reply to a verdict: ``outcomes`` (the values of a field, each with its
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
# Outcomes that a model's reply may lead to.
SAYABLE = tuple(outcome for outcome in OUTCOMES if outcome not in {"measured", "error"})
TABLES = (*MEANINGS, "schema", "tags", "tags_of_plain", "outcomes_of_plain")


@dataclass(frozen=True, slots=True)
class Template:
    """
    The question to a judge, and the meaning of its reply.

    ``shows`` names the required parts of a case, ``optional`` those that are shown if they exist.
    ``sha256`` is the SHA-256 of the file. ``rates_answers`` is True if the verdicts rate whether
    the answer is right, so that agreement with other raters can be computed.
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
    # Outcomes for answer keys of the kind `plain`: questions that should not be declined.
    of_plain: Mapping[str, Any] = field(default_factory=dict)
    tags_of_plain: Mapping[str, Any] = field(default_factory=dict)


def names() -> list[str]:
    """Return the names of the templates included in the package."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def template(chosen: str) -> Template:
    """
    Return the template of this name, or of a path that ends in ``.toml``.

    Raises UsageError for an unknown name, and for an invalid file, naming the key.

    >>> template("grade").meaning
    'value'
    """
    path = Path(chosen) if chosen.endswith(".toml") else FOLDER / f"{chosen}.toml"
    if not chosen.endswith(".toml") and chosen not in names():
        raise unknown_name("template", chosen, names(), " (a file of your own ends in .toml)")
    try:
        data = input_file.read_bytes(path)
        contents = tomllib.loads(data.decode("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"template {chosen}: {error}; expected a TOML file") from error
    problem = next(_problems(contents), None)
    if problem:
        raise UsageError(f"template {chosen}: {problem}")
    [meaning] = [name for name in MEANINGS if name in contents]
    tags_of_outcomes = contents.get("tags", {})
    return Template(
        name=path.stem,
        sha256=hashlib.sha256(data).hexdigest(),
        rubric=contents["rubric"].strip(),
        schema=contents["schema"],
        checker=Draft202012Validator(contents["schema"]),
        shows=tuple(contents["shows"]),
        meaning=meaning,
        table=contents[meaning],
        optional=tuple(contents.get("optional", ())),
        turns_min=contents.get("turns_min", 1),
        rates_answers=contents.get("rates_answers", False),
        tags=tags_of_outcomes,
        of_plain=contents.get("outcomes_of_plain", {}),
        tags_of_plain=contents.get("tags_of_plain", {}),
    )


def _problems(contents: Mapping[str, Any]) -> Iterator[str]:
    """Yield the errors of a template: the key, its value, and the expected value."""
    for key in contents:
        if key not in KEYS:
            yield f"{key!r} is no key; expected {', '.join(KEYS)}"
    if not isinstance(contents.get("rubric"), str) or not contents["rubric"].strip():
        yield "rubric is missing; expected the text of the question to the judge"
    for key in ("shows", "optional"):
        parts = contents.get(key, [])
        if not isinstance(parts, list) or not all(part in PARTS for part in parts):
            yield f"{key} is {parts!r}; expected a list of {', '.join(PARTS)}"
    if not contents.get("shows"):
        yield f"shows is missing; expected a list of {', '.join(PARTS)}"
    yield from _type_problems(contents)
    for name in TABLES:
        if not isinstance(contents.get(name, {}), dict):
            yield f"{name} is {contents[name]!r}; expected a table"
    yield from _meaning_problems(contents)


def _type_problems(contents: Mapping[str, Any]) -> Iterator[str]:
    for key, kind, words in (
        ("turns_min", int, "a whole number"),
        ("rates_answers", bool, "true or false"),
    ):
        if key in contents and type(contents[key]) is not kind:
            yield f"{key} is {contents[key]!r}; expected {words}"


def _meaning_problems(contents: Mapping[str, Any]) -> Iterator[str]:
    meanings = [name for name in MEANINGS if name in contents]
    if len(meanings) != 1:
        tables = ", ".join(f"[{name}]" for name in MEANINGS)
        names = " and ".join(meanings) or "nothing"
        yield f"{names} says what a reply means; expected one of {tables}"
    [meaning] = meanings
    if (meaning == "preference") != ({"first", "second"} <= set(contents["shows"])):
        yield "a [preference] is between the parts first and second, and nothing else is"
    if meaning == "preference" and set(contents[meaning]) != {"field", "first", "second", "tie"}:
        yield "[preference] expects the keys field, first, second and tie"
    yield from _schema_problems(contents.get("schema", {}), contents[meaning], meaning)
    if meaning == "outcomes":
        yield from _outcome_problems(contents)


def _schema_problems(
    schema: Mapping[str, Any], table: Mapping[str, Any], meaning: str
) -> Iterator[str]:
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        yield f"schema is no JSON Schema: {error.message}"
    fields, required = schema.get("properties", {}), schema.get("required", [])
    # The reason must precede the verdict, or the model would only justify it.
    if list(fields)[:1] != ["reason"] or "reason" not in required:
        yield "schema has to begin with the field reason, and to require it"
    for name in list(table) if meaning == "scores" else [table.get("field")]:
        if name not in fields or name not in required:
            yield f"[{meaning}] reads the field {name!r}; expected a required one of the schema"


def _outcome_problems(contents: Mapping[str, Any]) -> Iterator[str]:
    """Yield an error for each value of the deciding field without a valid outcome."""
    name = contents["outcomes"]["field"]
    values = contents["schema"]["properties"][name].get("enum", [])
    if not values:
        yield f"schema.properties.{name} has no enum, so its outcomes are not known"
    for table in ("outcomes", "outcomes_of_plain"):
        outcomes = contents.get(table, contents["outcomes"])
        for value in values:
            outcome = outcomes.get(str(value))
            if outcome not in SAYABLE:
                yield f"[{table}] {value} is {outcome!r}; expected one of {', '.join(SAYABLE)}"
