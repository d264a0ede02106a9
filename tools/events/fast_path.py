"""
Generate the SQL of the fast path from the JSON Schemas: one SELECT for each kind of event.

Each says of many events at once which are surely valid, and what their subjects are. Whatever SQL
cannot be sure of it leaves to the slow path.

``python -m tools.events.fast_path`` writes ``sql/append/fast_path`` again.
"""

from collections.abc import Mapping

from sqlglot import exp
from sqlglot.dialects.duckdb import DuckDB

from evalstore.base import sql_files
from evalstore.events import schemas
from tools.events import fast_checks
from tools.events.fast_checks import Schema, call, types

FOLDER = "sql/append/fast_path"
_HEADER = """\
-- The {kind} events that are surely valid, and the subject of each.
--
-- Made by `make docs` from evalstore/events/schemas/{kind}.json: edit that file.
-- A subject is null where the slow path has to look.
--
-- grain: ordinal

"""
# The columns beside the fields of a payload.
_COLUMNS = frozenset(("ordinal", "payload", "field", "key_count", "known_count", "inner_count"))

Fields = Mapping[str, Schema]


def files() -> dict[str, str]:
    """Return the text of each file by the kind it is for."""
    found = {kind: schemas.schema(kind) for kind in schemas.kinds()}
    return {
        kind: statement(schema) for kind, schema in found.items() if "x-written-by" not in schema
    }


def statement(schema: Schema) -> str:
    """
    Return the SELECT of the kind that a schema is of, with its header.

    >>> print(statement(schemas.schema("retracted")).splitlines()[0])
    -- The retracted events that are surely valid, and the subject of each.
    """
    kind = schema["title"]
    fields = {
        name: field
        for name, field in schema["properties"].items()
        if name not in schemas.WRITTEN_FIELDS
    }
    if _COLUMNS & fields.keys():
        raise NotImplementedError(f"{kind}: no field can have one of the names {_COLUMNS}")
    known = exp.Add(this=exp.column("known_count"), expression=exp.column("inner_count"))
    select = (
        exp.select(
            "ordinal",
            exp.Case()
            .when(exp.and_(*_conditions(schema, fields)), _subject(schema))
            .as_("subject"),
            exp.GT(this=exp.column("key_count"), expression=known).as_("may_hold_unknown_field"),
        )
        .from_("fields")
        .with_("parsed_payloads", as_=_parsed_payloads(kind, fields))
        .with_("fields", as_=_fields(fields))
    )
    return _HEADER.format(kind=kind) + _lower_case(
        select.sql(
            "duckdb", pretty=True, pad=4, indent=4, normalize_functions="lower", max_text_width=60
        )
    )


def _lower_case(sql: str) -> str:
    """Return a statement with its keywords in lower case, as the other files have them."""
    parts, end = [], 0
    for token in DuckDB().tokenize(sql):
        if sql[token.start] == "'":
            parts += [sql[end : token.start].lower(), sql[token.start : token.end + 1]]
            end = token.end + 1
    return "".join([*parts, sql[end:].lower(), "\n"])


def _parsed_payloads(kind: str, fields: Fields) -> exp.Select:
    paths = exp.Array(expressions=[exp.Literal.string(f"$.{name}") for name in fields])
    extracted = exp.cast(call("json_extract", exp.column("payload"), paths), "varchar[]")
    return (
        exp.select("ordinal", "payload", extracted.as_("field"), "key_count")
        .from_("prefiltered")
        .where(exp.column("kind").eq(exp.Literal.string(kind)))
    )


def _fields(fields: Fields) -> exp.Select:
    values = {
        name: exp.Bracket(
            this=exp.column("field"), expressions=[exp.Literal.number(place)], offset=1
        )
        for place, name in enumerate(fields, 1)
    }
    keys = [
        call("json_keys", values[name], *path).as_(f"{name}_keys")
        for name, path in _paths_of_keys(fields).items()
    ]
    return exp.select(
        "ordinal",
        "payload",
        "key_count",
        call("list_count", exp.column("field")).as_("known_count"),
        *keys,
        _inner_count(fields).as_("inner_count"),
        *(value.as_(name) for name, value in values.items()),
    ).from_("parsed_payloads")


def _paths_of_keys(fields: Fields) -> dict[str, list[exp.Expression]]:
    """Return the fields in which objects stand whose keys are counted, and where in them."""
    found: dict[str, list[exp.Expression]] = {}
    for name, field in fields.items():
        if field.get("additionalProperties"):
            found[name] = []
        elif "array" in types(field) and "object" in types(field.get("items", _OBJECT)):
            found[name] = [exp.Literal.string("$[*]")]
    return found


_OBJECT: Schema = {"type": "object"}


def _inner_count(fields: Fields) -> exp.Expression:
    """Return how many keys the objects in the known fields have together."""
    counts = [
        call("total_length", exp.column(f"{name}_keys"))
        if path
        else call("coalesce", call("len", exp.column(f"{name}_keys")), exp.Literal.number(0))
        for name, path in _paths_of_keys(fields).items()
    ]
    if len(counts) > 1:
        return call("list_sum", exp.Array(expressions=counts))
    return counts[0] if counts else exp.Literal.number(0)


def _conditions(schema: Schema, fields: Fields) -> list[exp.Expression]:
    counts = ("payload", "key_count", "known_count", "inner_count")
    found = [call("are_keys_unique", *map(exp.column, counts))]
    for name, path in _paths_of_keys(fields).items():
        # Where the objects in a list have a schema, its pattern has each key once.
        if "items" not in fields[name]:
            macro = "are_all_distinct" if path else "are_distinct"
            found.append(call(macro, exp.column(f"{name}_keys")))
    parts = {*schema["x-subject"], *schema.get("x-subject-if-present", ())}
    for name, field in fields.items():
        condition = fast_checks.condition(
            field,
            exp.column(name),
            is_required=name in schema["required"],
            is_part=name in parts,
        )
        if condition is not None:
            found.append(condition)
        for value, needs in field.get("x-without-field", {}).items():
            is_other = exp.column(name).neq(fast_checks.text(value))
            found.append(exp.paren(exp.or_(is_other, _is_there(needs["field"]))))
    return found


def _is_there(name: str) -> exp.Expression:
    return exp.not_(call("is_absent", exp.column(name)))


def _subject(schema: Schema) -> exp.Expression:
    fields = schema["properties"]
    parts = [_part(name, fields[name]) for name in schema["x-subject"]]
    parts += [
        exp.Case().when(_is_there(name), _part(name, fields[name]))
        for name in schema.get("x-subject-if-present", ())
    ]
    if not parts:
        return exp.Literal.string("")
    return parts[0] if len(parts) == 1 else call("concat_ws", exp.Literal.string("/"), *parts)


def _part(name: str, field: Schema) -> exp.Expression:
    if "string" in types(field):
        return call("encoded", exp.column(name))
    if "object" in types(field):
        # Only an empty one comes so far.
        return exp.Literal.string("")
    default = exp.Literal.string(str(field.get("default", "")))
    return call("coalesce", call("nullif", exp.column(name), fast_checks.text(None)), default)


def main() -> None:
    """Write each file again, and remove those of kinds that are gone."""
    folder = sql_files.root() / FOLDER
    texts = files()
    for path in folder.glob("*.sql"):
        if path.stem not in texts:
            path.unlink()
    for kind, text in texts.items():
        (folder / f"{kind}.sql").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
