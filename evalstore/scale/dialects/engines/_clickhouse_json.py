"""JSON in ClickHouse, where a field is extracted with a type, and lists cannot be null."""

from sqlglot import exp

from evalstore.scale.dialects.engines._calls import call
from evalstore.scale.dialects.json_fields import (
    ENTRY_FIELDS,
    is_entries,
    is_json_field,
    may_hold_fractions,
    path_of,
)

ARRAY, MAP, STRUCT, JSON = (
    getattr(exp.DataType.Type, name) for name in ("ARRAY", "MAP", "STRUCT", "JSON")
)
KINDS = {ARRAY: "Array", MAP: "Object"}


def field(node: exp.Expr) -> exp.Expr:
    """Return a JSON field, extracted with its type."""
    kind = node.type or exp.DataType.build("varchar")
    place = _place(node)
    if kind.is_type(JSON):
        raw = call("JSONExtractRaw", *place)
        return call("nullIf", raw, exp.Literal.string(""))
    if is_entries(kind):
        value = kind.expressions[0].expressions[1].kind
        return _entries(place, type_name(value))
    if kind.is_type(exp.DataType.Type.UUID):
        return call("lower", _extract(place, "Nullable(String)"))
    if kind.is_type(*exp.DataType.TEXT_TYPES) and may_hold_fractions(path_of(node)):
        if len(path_of(node)) == 1:
            return call("json_text", *place)
        return _extract(place, "Nullable(String)")
    return _extract(place, type_name(kind))


def raw_list(node: exp.Expr) -> exp.Expr:
    """Return the JSON of a field that is a list; null for any other field."""
    place = _place(node)
    is_list = exp.EQ(this=call("JSONType", *place), expression=exp.Literal.string("Array"))
    return call("if", is_list, call("JSONExtractRaw", *place), exp.null())


def as_list(node: exp.Expr) -> exp.Expr:
    """Return the list that a JSON text contains; an empty list for null."""
    kind = node.type or exp.DataType.build("varchar[]", dialect="duckdb")
    text = call("ifNull", node.expressions[0], exp.Literal.string(""))
    return _extract([text], type_name(kind))


def _place(node: exp.Expr) -> list[exp.Expr]:
    document, *keys = node.expressions
    return [call("ifNull", document, exp.Literal.string("")), *keys]


def _extract(place: list[exp.Expr], name: str) -> exp.Expr:
    return call("JSONExtract", *place, exp.Literal.string(name))


def _entries(place: list[exp.Expr], value: str) -> exp.Expr:
    """Return the entries of an object, with fractions among text values as text."""
    if value != "Nullable(String)":
        entries = call("JSONExtractKeysAndValues", *place, exp.Literal.string(value))
    else:
        pair = exp.to_identifier("pair")
        raw = exp.Anonymous(this="tupleElement", expressions=[pair.copy(), exp.Literal.number(2)])
        name = exp.Anonymous(this="tupleElement", expressions=[pair.copy(), exp.Literal.number(1)])
        kind = call("JSONType", raw)
        text = call(
            "if",
            exp.EQ(this=kind, expression=exp.Literal.string("Double")),
            call("number_text", raw),
            _extract([raw], value),
        )
        body = exp.Lambda(this=exp.Tuple(expressions=[name, text]), expressions=[pair])
        entries = call("arrayMap", body, call("JSONExtractKeysAndValuesRaw", *place))
    key, item = ENTRY_FIELDS
    kind_name = f"Array(Tuple({key} String, {item} {value}))"
    return call("CAST", entries, exp.Literal.string(kind_name))


def is_of_kind(node: exp.Is) -> exp.Expr:
    """Return a condition that is true if a field is not the expected list or object."""
    kind = node.this.type
    name = exp.Literal.string(KINDS[kind.this])
    return exp.NEQ(this=call("JSONType", *_place(node.this)), expression=name)


def asks_for_kind(node: exp.Expr) -> bool:
    """Return True if a node tests whether a field is a list or an object."""
    return (
        isinstance(node, exp.Is)
        and is_json_field(node.this)
        and node.this.type is not None
        and node.this.type.is_type(ARRAY, MAP)
    )


def type_name(kind: exp.DataType) -> str:
    """Return ClickHouse's name of a type; scalar types are nullable."""
    if kind.is_type(ARRAY):
        return f"Array({type_name(kind.expressions[0])})"
    if kind.is_type(STRUCT):
        fields = ", ".join(
            f"{struct_field.name} {type_name(struct_field.kind)}"
            for struct_field in kind.expressions
        )
        return f"Tuple({fields})"
    if kind.is_type(MAP):
        return f"Map(String, {type_name(kind.expressions[1])})"
    return str(kind.sql(dialect="clickhouse"))
