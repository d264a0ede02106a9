"""Lists: comprehensions as calls, and unnested lists as a projection of their own."""

from sqlglot import exp

STRUCT = exp.DataType.Type.STRUCT
# The function for positions of elements, which are unnested together with the elements.
PLACE = "generate_subscripts"


def without_comprehensions(node: exp.Expr) -> exp.Expr:
    """Return ``list_transform(list_filter(...))`` for a comprehension; other nodes unchanged."""
    if not isinstance(node, exp.Array) or len(node.expressions) != 1:
        return node
    [inner] = node.expressions
    if not isinstance(inner, exp.Comprehension):
        return node
    name, iterated = inner.expression, inner.args["iterator"]
    fields = _fields_of(iterated)
    condition = inner.args.get("condition")
    source = iterated.copy()
    if condition is not None:
        body = _typed(condition, name.name, fields)
        source = exp.ArrayFilter(
            this=source, expression=exp.Lambda(this=body, expressions=[name.copy()])
        )
    body = _typed(inner.this, name.name, fields)
    new = exp.Transform(this=source, expression=exp.Lambda(this=body, expressions=[name.copy()]))
    source.type = iterated.type
    kind = body.type or exp.DataType.build("unknown")
    new.type = exp.DataType(this=exp.DataType.Type.ARRAY, expressions=[kind.copy()], nested=True)
    return new


def _fields_of(items: exp.Expr) -> dict[str, exp.DataType]:
    """Return the field types of a list's elements; empty if they are not structs."""
    kind = items.type
    if kind is None or not kind.expressions or not kind.expressions[0].is_type(STRUCT):
        return {}
    return {field.name: field.kind for field in kind.expressions[0].expressions}


def _typed(body: exp.Expr, name: str, fields: dict[str, exp.DataType]) -> exp.Expr:
    """Return the body of a lambda, with the types of the element's fields set on their nodes."""
    new = body.copy()
    for dot in new.find_all(exp.Dot):
        if dot.this.name == name and dot.expression.name in fields:
            dot.type = fields[dot.expression.name].copy()
    return new


def cast_within(node: exp.Expr) -> exp.Expr:
    """Return an unnested cast list for a cast of an unnested list; other nodes unchanged."""
    if not isinstance(node, exp.Cast) or not isinstance(node.this, exp.Explode):
        return node
    kind = exp.DataType(this=exp.DataType.Type.ARRAY, expressions=[node.to.copy()], nested=True)
    return exp.Explode(this=exp.Cast(this=node.this.this.copy(), to=kind))


def length_of_list(node: exp.Expr) -> exp.Expr:
    """Return an array size for the length of a list; other nodes unchanged."""
    kind = node.this.type if isinstance(node, exp.Length) else None
    if kind is None or not kind.is_type(exp.DataType.Type.ARRAY):
        return node
    return exp.ArraySize(this=node.this.copy())


def place_of(select: exp.Select) -> tuple[exp.Expr, exp.Expr] | None:
    """Return the projections of a list's elements and their positions, None without these."""
    places = [projection for projection in select.expressions if _is_place(projection)]
    if not places:
        return None
    [items] = [
        projection
        for projection in select.expressions
        if isinstance(projection.unalias(), exp.Explode)
    ]
    return items, places[0]


def _is_place(projection: exp.Expr) -> bool:
    value = projection.unalias()
    while isinstance(value, exp.Cast):
        value = value.this
    return isinstance(value, exp.Anonymous) and value.name.lower() == PLACE
