"""
JSON in Spark: each document is parsed once, into a struct of the fields that a select reads.

All values are read as text and then converted, since a typed structure would give null for an
integer written as ``5.0``.
"""

from typing import TypeAlias

from sqlglot import exp

from evalstore.scale.dialects.json_fields import (
    ENTRY_FIELDS,
    is_entries,
    is_json_field,
    may_hold_fractions,
    path_of,
)

ARRAY, MAP, STRUCT = (getattr(exp.DataType.Type, name) for name in ("ARRAY", "MAP", "STRUCT"))
# Fields by name: nested fields, or the type of a field that is read.
Shape: TypeAlias = "dict[str, Shape | exp.DataType]"
SUFFIX = "__fields"
# A function that scripts define, since its body is long and used often.
JSON_TEXT = "json_text"
WIDE = "decimal(38, 9)"


def with_parsed_documents(tree: exp.Expr) -> None:
    """Rewrite selects that read several fields of a column to read them from one struct."""
    for select in list(tree.find_all(exp.Select)):
        fields_by_column: dict[tuple[str, str], list[exp.Expr]] = {}
        for field in select.find_all(exp.Anonymous):
            if is_json_field(field) and field.find_ancestor(exp.Select) is select:
                document = field.expressions[0]
                if isinstance(document, exp.Column) and path_of(field):
                    fields_by_column.setdefault((document.table, document.name), []).append(field)
        for (table, column), fields in fields_by_column.items():
            _parse_once(select, table, column, fields)


def _parse_once(select: exp.Select, table: str, column: str, fields: list[exp.Expr]) -> None:
    """Replace a source by a subquery that adds the parsed document as a column."""
    shape: Shape = {}
    readable = [field for field in fields if _put(shape, path_of(field), _kind(field))]
    source = _source(select, table)
    if source is None:
        return
    parsed = f"{column}{SUFFIX}"
    original_source = source.copy()
    original_source.set("alias", exp.TableAlias(this=exp.to_identifier(table)))
    call = _from_json(exp.column(column, table=table), _schema(shape))
    inner = exp.select(f"{table}.*", exp.alias_(call, parsed)).from_(original_source)
    source.replace(inner.subquery(table))
    for field in readable:
        place: exp.Expr = exp.column(parsed, table=table)
        for key in path_of(field):
            place = exp.Dot(this=place, expression=exp.to_identifier(key))
        field.replace(_read(place, field))


def _read(place: exp.Expr, field: exp.Expr) -> exp.Expr:
    """Return the value at a path in its type, with numbers formatted as DuckDB formats them."""
    kind, document = _kind(field), field.expressions[0]
    if not may_hold_fractions(path_of(field)):
        return converted(place, kind)
    if is_entries(kind) and _is_text(kind.expressions[0].expressions[1].kind):
        return _written_entries(place, document)
    if kind.is_type(*exp.DataType.TEXT_TYPES):
        return exp.Anonymous(this=JSON_TEXT, expressions=[place, document.copy()])
    return converted(place, kind)


def _written_entries(place: exp.Expr, document: exp.Expr) -> exp.Expr:
    name = exp.to_identifier("item")
    key, value = (exp.Dot(this=name.copy(), expression=exp.to_identifier(entry_field))
                  for entry_field in ENTRY_FIELDS)  # fmt: skip
    # Script functions cannot be called in a lambda; the values of an object are scalars here.
    text = exp.Anonymous(this="scalar_text", expressions=[value, document.copy()])
    entry = exp.Anonymous(
        this="named_struct",
        expressions=[exp.Literal.string("key"), key, exp.Literal.string("value"), text],
    )
    entries = exp.Anonymous(this="map_entries", expressions=[place])
    fold = exp.Lambda(this=entry, expressions=[name])
    return exp.Anonymous(this="transform", expressions=[entries, fold])


def _source(select: exp.Select, table: str) -> exp.Table | None:
    joins = select.args.get("joins") or []
    for source in [select.args["from_"], *joins]:
        if isinstance(source.this, exp.Table) and source.this.alias_or_name == table:
            return source.this
    return None


def _kind(field: exp.Expr) -> exp.DataType:
    return field.type or exp.DataType.build("varchar")


def _put(shape: Shape, path: list[str], kind: exp.DataType) -> bool:
    """Add a field to a shape; return False if it conflicts with an existing field."""
    *parents, last = path
    inner: Shape | exp.DataType = shape
    for name in parents:
        if not isinstance(inner, dict):
            return False
        inner = inner.setdefault(name, {})
    if not isinstance(inner, dict):
        return False
    there = inner.setdefault(last, kind)
    return not isinstance(there, dict) and _schema(there) == _schema(kind)


def single_field(node: exp.Expr) -> exp.Expr:
    """Return a JSON field that is read on its own, or from an expression that is not a column."""
    if not is_json_field(node):
        return node
    kind, path = _kind(node), path_of(node)
    document = node.expressions[0]
    if not path:
        # A value that is read as a whole comes from a field of any type.
        place = _from_json(document, _schema(kind))
        is_text = is_entries(kind) and _is_text(kind.expressions[0].expressions[1].kind)
        return _written_entries(place, document) if is_text else converted(place, kind)
    if not kind.is_type(ARRAY, MAP):
        keys = exp.Literal.string("$" + "".join(f"['{key}']" for key in path))
        text = exp.Anonymous(this="get_json_object", expressions=[document, keys])
        return _read(text, node)
    shape: Shape | exp.DataType = kind
    for key in reversed(path):
        shape = {key: shape}
    place = _from_json(document, _schema(shape))
    for key in path:
        place = exp.Dot(this=place, expression=exp.to_identifier(key))
    return _read(place, node)


def _from_json(document: exp.Expr, schema: str) -> exp.Expr:
    return exp.Anonymous(
        this="from_json", expressions=[document.copy(), exp.Literal.string(schema)]
    )


def _schema(shape: "Shape | exp.DataType") -> str:
    """Return the Spark schema of a shape; at the outermost level only its fields."""
    if isinstance(shape, dict):
        return ", ".join(f"`{name}` {_nested(inner)}" for name, inner in shape.items())
    return _nested(shape)


def _nested(shape: "Shape | exp.DataType") -> str:
    if isinstance(shape, dict):
        return f"struct<{_schema(shape)}>"
    if is_entries(shape) or shape.is_type(MAP):
        return "map<string, string>"
    if shape.is_type(ARRAY):
        return f"array<{_nested(shape.expressions[0])}>"
    if shape.is_type(STRUCT):
        fields = ", ".join(
            f"`{nested_field.name}` {_nested(nested_field.kind)}"
            for nested_field in shape.expressions
        )
        return f"struct<{fields}>"
    return "string"


def converted(text: exp.Expr, kind: exp.DataType) -> exp.Expr:
    """Return a text value converted to a type."""
    if is_entries(kind):
        entries = exp.Anonymous(this="map_entries", expressions=[text])
        return _each(entries, kind.expressions[0])
    if kind.is_type(ARRAY):
        return _each(text, kind.expressions[0])
    if kind.is_type(*exp.DataType.INTEGER_TYPES):
        return try_cast(try_cast(text, exp.DataType.build(WIDE, dialect="spark")), kind)
    if kind.is_type(exp.DataType.Type.DOUBLE, exp.DataType.Type.BOOLEAN):
        return try_cast(text, kind)
    if kind.is_type(exp.DataType.Type.UUID):
        return exp.Lower(this=text)
    return text


def try_cast(value: exp.Expr, kind: exp.DataType) -> exp.Expr:
    """Return a `try_cast`: null if the value does not convert."""
    return exp.TryCast(this=value.copy(), to=kind.copy(), safe=True)


def _each(items: exp.Expr, kind: exp.DataType) -> exp.Expr:
    """Return a list with converted elements; unchanged if they need no conversion."""
    if not kind.is_type(STRUCT):
        return items
    fields = [(element_field.name, element_field.kind) for element_field in kind.expressions]
    if all(_is_text(inner) for _, inner in fields):
        return items
    name = exp.to_identifier("item")
    values: list[exp.Expr] = []
    for field, inner in fields:
        part = exp.Dot(this=name.copy(), expression=exp.to_identifier(field))
        values += [exp.Literal.string(field), converted(part, inner)]
    body = exp.Anonymous(this="named_struct", expressions=values)
    fold = exp.Lambda(this=body, expressions=[name])
    return exp.Anonymous(this="transform", expressions=[items, fold])


def _is_text(kind: exp.DataType) -> bool:
    return converted(exp.null(), kind) == exp.null()
