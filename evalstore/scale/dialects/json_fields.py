"""
Fields read from JSON in one form: ``JSON_FIELD(document, key, …)`` with its type.

DuckDB's own forms are ``from_json`` with a structure, ``->``, ``->>`` and ``json_extract_string``
with one or several paths, and casts to lists and maps. Engines only have to translate this one.
"""

import json
from functools import cache
from typing import Any

from sqlglot import exp

from evalstore.errors import EvalstoreError
from evalstore.events import schemas

NAME = "JSON_FIELD"
TEXT = exp.DataType.build("varchar", dialect="duckdb")
JSON = exp.DataType.build("json", dialect="duckdb")
# The type read to test whether a field is an object or a list.
KINDS = {"OBJECT": "MAP(VARCHAR, VARCHAR)", "ARRAY": "VARCHAR[]"}
# The fields of an object's entries, as elements of a list.
ENTRY_FIELDS = ("key", "value")


def json_field(document: exp.Expr, path: list[str], kind: exp.DataType) -> exp.Anonymous:
    """Return the field at a path of keys, with a type; without keys the document itself."""
    keys = [exp.Literal.string(key) for key in path]
    field = exp.Anonymous(this=NAME, expressions=[document.copy(), *keys])
    field.type = kind.copy()
    return field


def is_json_field(node: exp.Expr | None) -> bool:
    """Return True if a node is a field of a JSON document."""
    return isinstance(node, exp.Anonymous) and node.name == NAME


def path_of(field: exp.Expr) -> list[str]:
    """Return the keys that lead to a field."""
    return [key.name for key in field.expressions[1:]]


@cache
def _open_fields() -> frozenset[str]:
    """Return the payload fields that may have several types or contain fractions."""
    closed = {"string", "integer", "boolean", "null"}
    open_names = set()
    for kind in schemas.kinds():
        for name, field in schemas.schema(kind)["properties"].items():
            types = field.get("type", [] if "enum" in field else ["object"])
            if not {types} <= closed if isinstance(types, str) else not set(types) <= closed:
                open_names.add(name)
    return frozenset(open_names)


def may_hold_fractions(path: list[str]) -> bool:
    """
    Return True if a field's text may contain a number that engines format differently.

    >>> may_hold_fractions(["answer"]), may_hold_fractions(["case_id"])
    (True, False)
    """
    return not path or (path[0] in _open_fields() and path[0] in {path[-1], "config"})


def with_structures(query: exp.Expr) -> exp.Expr:
    """Return a query with ``from_json`` calls replaced by casts, so that types can be inferred."""
    return query.transform(_structured)


def _structured(node: exp.Expr) -> exp.Expr:
    if isinstance(node, exp.JSONExtract | exp.JSONExtractScalar):
        # The optimizer does not infer their types.
        name = "json" if isinstance(node, exp.JSONExtract) else "varchar"
        extraction = type(node)(
            this=with_structures(node.this.copy()), expression=node.expression.copy()
        )
        is_several = isinstance(node.expression, exp.Array)
        return exp.cast(extraction, f"{name}[]" if is_several else name, dialect="duckdb")
    if isinstance(node, exp.Anonymous) and node.name.lower() == "map_entries":
        inner = with_structures(node.expressions[0].copy())
        if isinstance(inner, exp.Cast) and inner.to.is_type(exp.DataType.Type.MAP):
            return exp.Cast(this=inner.this, to=_entries(inner.to))
        # A map inside a structure is already a list of entries.
        return inner
    if isinstance(node, exp.FromJson):
        kind = _type_of(json.loads(node.expression.name), within=False)
        return exp.Cast(this=with_structures(node.this.copy()), to=kind)
    return node


def _entries(kind: exp.DataType) -> exp.DataType:
    """Return the type of a list with the entries of a map."""
    fields = [
        exp.ColumnDef(this=exp.to_identifier(name), kind=inner.copy())
        for name, inner in zip(ENTRY_FIELDS, kind.expressions, strict=True)
    ]
    return _list_of(exp.DataType(this=exp.DataType.Type.STRUCT, expressions=fields, nested=True))


def _list_of(kind: exp.DataType) -> exp.DataType:
    return exp.DataType(this=exp.DataType.Type.ARRAY, expressions=[kind], nested=True)


def _type_of(structure: Any, *, within: bool = True) -> exp.DataType:
    """Return the type of a ``from_json`` structure; maps inside it become lists of entries."""
    if isinstance(structure, str):
        kind = exp.DataType.build(structure, dialect="duckdb")
        return _entries(kind) if within and kind.is_type(exp.DataType.Type.MAP) else kind
    if isinstance(structure, list):
        return _list_of(_type_of(structure[0]))
    fields = [
        exp.ColumnDef(this=exp.to_identifier(name), kind=_type_of(inner))
        for name, inner in structure.items()
    ]
    return exp.DataType(this=exp.DataType.Type.STRUCT, expressions=fields, nested=True)


def structure_of(kind: exp.DataType) -> Any:
    """
    Return the ``from_json`` structure for a type.

    >>> structure_of(exp.DataType.build("STRUCT(a INT)[]", dialect="duckdb"))
    [{'a': 'INT'}]
    """
    if kind.is_type(exp.DataType.Type.ARRAY):
        return [structure_of(kind.expressions[0])]
    if kind.is_type(exp.DataType.Type.STRUCT):
        return {field.name: structure_of(field.kind) for field in kind.expressions}
    return kind.sql(dialect="duckdb")


def is_entries(kind: exp.DataType) -> bool:
    """Return True if a type is a list of an object's entries."""
    if not kind.is_type(exp.DataType.Type.ARRAY):
        return False
    [inner] = kind.expressions
    return (
        inner.is_type(exp.DataType.Type.STRUCT)
        and tuple(field.name for field in inner.expressions) == ENTRY_FIELDS
    )


def with_json_fields(query: exp.Expr) -> exp.Expr:
    """Return a query in which every JSON field has the common form, with its type."""
    from evalstore.scale.dialects.portable import from_within

    return from_within(query, _with_json_field)


def _with_json_field(node: exp.Expr) -> exp.Expr:
    if isinstance(node, exp.JSONExtract | exp.JSONExtractScalar):
        kind = JSON if isinstance(node, exp.JSONExtract) else TEXT
        if isinstance(node.expression, exp.Array):
            fields = [_field_at(node.this, path, kind) for path in node.expression.expressions]
            return exp.Array(expressions=fields)
        return _field_at(node.this, node.expression, kind)
    if isinstance(node, exp.EQ) and isinstance(node.this, exp.JSONType):
        json_type = node.this
        path = [] if json_type.expression is None else _keys(json_type.expression)
        return _is_of_kind(json_type.this, path, node.expression.name)
    if isinstance(node, exp.Cast) and _is_itself(node):
        inner: exp.Expr = node.this
        return inner
    if isinstance(node, exp.Cast) and isinstance(node.this, exp.Anonymous):
        # The cast of a macro call only declared its type.
        return node.this if node.to.is_type("json[]") else _unless_of_json(node)
    return _unless_of_json(node) if isinstance(node, exp.Cast) else node


def _unless_of_json(cast: exp.Cast) -> exp.Expr:
    """Return a cast of JSON to a list or map as a field of its document; other casts unchanged."""
    return _joined(cast.this, [], cast.to) if _is_of_json(cast) else cast


def _is_of_kind(document: exp.Expr, path: list[str], name: str) -> exp.Expr:
    """Return a condition that a field is an object or a list, i.e. can be read as one."""
    kind = exp.DataType.build(KINDS[name], dialect="duckdb")
    return exp.Not(this=exp.Is(this=_joined(document, path, kind), expression=exp.null()))


def _is_itself(cast: exp.Cast) -> bool:
    """Return True if a cast only declares the type that a field already has."""
    if isinstance(cast.this, exp.Array):
        return bool(cast.this.expressions) and all(map(is_json_field, cast.this.expressions))
    kind = cast.this.type
    return is_json_field(cast.this) and kind == cast.to and kind in (TEXT, JSON)


def _is_of_json(cast: exp.Cast) -> bool:
    """Return True if a cast converts JSON to a list, a map or their entries."""
    source = cast.this
    while isinstance(source, exp.Paren):
        source = source.this
    if not cast.to.is_type(exp.DataType.Type.ARRAY, exp.DataType.Type.MAP):
        return False
    return is_json_field(source) or source.is_type(exp.DataType.Type.JSON)


def _field_at(document: exp.Expr, path: exp.Expr, kind: exp.DataType) -> exp.Expr:
    return _joined(document, _keys(path), kind)


def _joined(document: exp.Expr, path: list[str], kind: exp.DataType) -> exp.Expr:
    """Return a field; a field of a field becomes a field of the whole document."""
    while isinstance(document, exp.Paren):
        document = document.this
    if is_json_field(document):
        return json_field(document.expressions[0], [*path_of(document), *path], kind)
    if isinstance(document, exp.Cast) and document.to.is_type(exp.DataType.Type.JSON):
        document = document.this
    return json_field(document, path, kind)


def _keys(path: exp.Expr) -> list[str]:
    """Return the keys of a path such as ``$.config.weights``."""
    if isinstance(path, exp.Literal):
        return path.name.removeprefix("$.").split(".")
    keys = path.expressions[1:]
    if not all(isinstance(key, exp.JSONPathKey) and isinstance(key.this, str) for key in keys):
        raise EvalstoreError(
            f"the JSON path {path.sql(dialect='duckdb')} is not made of keys alone"
        )
    return [key.name for key in keys]
