"""
JSON in Postgres: columns of type json, whose text stays as it was written.

Structs have no type that is made by the way: a struct, and a list of structs, is JSON there.
"""

from sqlglot import exp

from evalstore.dialects.engines._calls import call
from evalstore.dialects.json_fields import is_entries, may_hold_fractions, path_of

ARRAY, MAP, STRUCT, JSON = (
    getattr(exp.DataType.Type, name) for name in ("ARRAY", "MAP", "STRUCT", "JSON")
)
TIMES = (exp.DataType.Type.TIMESTAMP, exp.DataType.Type.TIMESTAMPTZ)


def field(node: exp.Expr) -> exp.Expr:
    """Return a field of JSON in its type."""
    kind = node.type or exp.DataType.build("varchar")
    document = node.expressions[0]
    if not path_of(node) and kind.is_type("varchar[]") and not is_json(document):
        # Any text may stand there, and need not be JSON.
        return call("text_list", document)
    found: exp.Expr = document.copy()
    if not isinstance(document, exp.Column) or not is_json(document):
        found = exp.cast(found, "json", dialect="postgres")
    if not path_of(node):
        return read(found, kind)
    *path, last = path_of(node)
    for key in path:
        found = within(found, key)
    is_text = kind.is_type(*exp.DataType.TEXT_TYPES)
    if is_text and may_hold_fractions(path_of(node)):
        return call("json_text", exp.paren(within(found, last)))
    return read_key(found, last, kind)


def within(document: exp.Expr, key: str) -> exp.Expr:
    """Return the field of an object."""
    return exp.JSONExtract(this=document, expression=exp.Literal.string(key), only_json_types=True)


def is_json(node: exp.Expr) -> bool:
    """Say whether a value is JSON already."""
    return node.type is not None and node.type.is_type(JSON, STRUCT, MAP)


def read_key(document: exp.Expr, key: str, kind: exp.DataType) -> exp.Expr:
    """Return a field of an object in a type, null where it is not of it."""
    if kind.is_type(ARRAY, MAP, JSON, STRUCT):
        return read(exp.paren(within(document, key)), kind)
    text = exp.JSONExtractScalar(
        this=document, expression=exp.Literal.string(key), only_json_types=True
    )
    return converted(exp.paren(text), kind)


def read(place: exp.Expr, kind: exp.DataType) -> exp.Expr:  # noqa: PLR0911 - a way for each
    """Return the JSON at a place in a type, null where it is not of it."""
    if is_entries(kind):
        return call("json_entries", place)
    if kind.is_type(ARRAY) and kind.expressions[0].is_type(*exp.DataType.TEXT_TYPES):
        return call("json_list", place)
    if kind.is_type(ARRAY) and not kind.expressions[0].is_type(STRUCT, JSON):
        return exp.cast(call("json_list", place), kind.copy(), dialect="postgres")
    if kind.is_type(ARRAY) and kind.expressions[0].is_type(STRUCT):
        return _structs(place, kind.expressions[0])
    if kind.is_type(ARRAY):
        return call("json_items", place)
    if kind.is_type(MAP):
        return call("json_object_only", place)
    if kind.is_type(JSON, STRUCT):
        return place
    return converted(call("json_text", place), kind)


def _structs(place: exp.Expr, kind: exp.DataType) -> exp.Expr:
    """Return a list of objects that have all fields of a struct and no others."""
    element = exp.column("element", table="elements")
    values: list[exp.Expr] = []
    for one in kind.expressions:
        values += [exp.Literal.string(one.name), read_key(element.copy(), one.name, one.kind)]
    alias = exp.TableAlias(
        this=exp.to_identifier("elements"), columns=[exp.to_identifier("element")]
    )
    source = exp.Table(this=call("json_array_elements", place), alias=alias)
    built = exp.select(call("json_agg", call("json_build_object", *values))).from_(source)
    nothing = exp.cast(exp.Literal.string("[]"), "json", dialect="postgres")
    listed = exp.Coalesce(this=exp.Subquery(this=built), expressions=[nothing])
    is_list = exp.EQ(this=call("json_typeof", place), expression=exp.Literal.string("array"))
    return exp.Case(ifs=[exp.If(this=is_list, true=listed)])


def converted(text: exp.Expr, kind: exp.DataType) -> exp.Expr:
    """Return a text in a type, null where it is none of it."""
    if kind.is_type(*exp.DataType.INTEGER_TYPES):
        found = call("try_integer", text)
        is_wide = kind.is_type(exp.DataType.Type.BIGINT)
        return found if is_wide else exp.cast(found, kind.copy(), dialect="postgres")
    if kind.is_type(exp.DataType.Type.DOUBLE):
        return call("try_double", text)
    if kind.is_type(exp.DataType.Type.BOOLEAN):
        return call("try_boolean", text)
    if kind.is_type(*TIMES):
        return call("try_time", text)
    if kind.is_type(exp.DataType.Type.UUID):
        return call("lower", text)
    return text
