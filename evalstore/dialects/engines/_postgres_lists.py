"""Lists as Postgres has them: arrays of texts and numbers, JSON of structs."""

from sqlglot import exp

from evalstore.dialects.engines._calls import call

ARRAY, STRUCT = exp.DataType.Type.ARRAY, exp.DataType.Type.STRUCT


def is_structs(node: exp.Expr) -> bool:
    """Say whether a list is JSON, since its elements are."""
    kind = node.type
    return (
        kind is not None
        and kind.is_type(ARRAY)
        and bool(kind.expressions)
        and (kind.expressions[0].is_type(STRUCT, exp.DataType.Type.JSON))
    )


def apart(node: exp.Expr) -> exp.Expr:
    """Return the elements of a list as rows."""
    items = node.this
    return call("json_array_elements" if is_structs(items) else "unnest", items)


def length(node: exp.Expr) -> exp.Expr:
    """Return the number of elements of a list."""
    return call("json_array_length" if is_structs(node.this) else "cardinality", node.this)


def over_elements(node: exp.Expr) -> exp.Expr:
    """Return the list of what a lambda makes of each element, or of those it keeps."""
    fold = node.expression
    [name] = fold.expressions
    items = node.this
    source = call("json_array_elements" if is_structs(items) else "unnest", items)
    element = exp.column("element", table="elements")
    element.type = items.type.expressions[0] if _has_kind(items) else None
    body = _with_argument(fold.this, name.name, element)
    is_filter = isinstance(node, exp.ArrayFilter)
    query = exp.select(element.copy() if is_filter else body)
    alias = exp.TableAlias(
        this=exp.to_identifier("elements"), columns=[exp.to_identifier("element")]
    )
    query = query.from_(exp.Table(this=source, alias=alias))
    if is_filter:
        query = query.where(body)
    is_given = exp.Not(this=exp.Is(this=items.copy(), expression=exp.null()))
    listed: exp.Expr = call("array", query)
    if is_filter and is_structs(items):
        listed = exp.Subquery(this=exp.select(call("json_agg", element)).from_(
            query.subquery("elements")
        ))  # fmt: skip
    return exp.Case(ifs=[exp.If(this=is_given, true=listed)])


def _has_kind(items: exp.Expr) -> bool:
    return items.type is not None and bool(items.type.expressions)


def _with_argument(body: exp.Expr, name: str, element: exp.Expr) -> exp.Expr:
    """Return the body of a lambda with an element in place of its argument."""

    def replaced(node: exp.Expr) -> exp.Expr:
        is_column = isinstance(node, exp.Column) and node.name == name and not node.table
        is_name = isinstance(node, exp.Identifier) and node.name == name
        if is_column or (is_name and not isinstance(node.parent, exp.Column | exp.TableAlias)):
            return element.copy()
        return node

    return body.transform(replaced)
