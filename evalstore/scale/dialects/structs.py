"""
Structs that are read out of JSON, as columns of their own: ``fields__case_id``.

A struct is passed from one expression to the next as all of its fields. Not every engine has such
a type, and those that have one read JSON into it in ways of their own.
"""

from sqlglot import exp

from evalstore.scale.dialects.json_fields import json_field

STRUCT = exp.DataType.Type.STRUCT
# The columns that are structs, by the expression that has them.
Known = dict[str, dict[str, exp.DataType]]


def without_structs(query: exp.Query) -> None:
    """Let every struct that comes from JSON be columns, in all of a query."""
    known: Known = {}
    for part in [*query.ctes, query]:
        inner = part.this if isinstance(part, exp.CTE) else part
        for select in _selects(inner):
            structs = _take_apart(select, known)
            if isinstance(part, exp.CTE) and structs:
                known[part.alias] = structs


def _selects(query: exp.Expr) -> list[exp.Select]:
    """Return the selects of a query, without those of its common table expressions."""
    return [one for one in query.find_all(exp.Select) if _outermost(one, query)]


def _outermost(select: exp.Select, query: exp.Expr) -> bool:
    around = select.find_ancestor(exp.CTE)
    own = query.parent if isinstance(query.parent, exp.CTE) else None
    return around is own


def _take_apart(select: exp.Select, known: Known) -> dict[str, exp.DataType]:
    """Rewrite one select; return those of its columns that are structs."""
    sources = {table.alias_or_name: known.get(table.name, {}) for table in _tables(select)}
    structs = {}
    projections: list[exp.Expr] = []
    for one in select.expressions:
        kind = _struct_of(one.unalias(), sources)
        if kind is None:
            projections.append(one)
            continue
        structs[one.alias_or_name] = kind
        for path, leaf in leaves(kind):
            value = _leaf(one.unalias(), path, leaf)
            projections.append(exp.alias_(value, "__".join([one.alias_or_name, *path])))
    select.set("expressions", projections)
    for dot in list(select.find_all(exp.Dot)):
        if not isinstance(dot.parent, exp.Dot):
            _replace(dot, sources)
    return structs


def _tables(select: exp.Select) -> list[exp.Expr]:
    from_ = select.args.get("from_")
    joins = select.args.get("joins") or []
    return [one.this for one in [from_, *joins] if one is not None]


def _struct_of(node: exp.Expr, sources: Known) -> exp.DataType | None:
    """Return the type of a node that is a struct out of JSON; None of any other."""
    kind = node.type if isinstance(node, exp.Dot | exp.Cast | exp.Column) else None
    if kind is None or not kind.is_type(STRUCT):
        return None
    root, _ = chain(node)
    if isinstance(root, exp.Cast):
        return kind
    if isinstance(root, exp.Column) and root.name in sources.get(root.table, {}):
        return kind
    return None


def chain(node: exp.Expr) -> tuple[exp.Expr, list[str]]:
    """Return what a chain of fields begins with, and the names of the fields."""
    names: list[str] = []
    while isinstance(node, exp.Dot):
        names.insert(0, node.expression.name)
        node = node.this
    while isinstance(node, exp.Paren):
        node = node.this
    return node, names


def leaves(kind: exp.DataType) -> list[tuple[list[str], exp.DataType]]:
    """Return the path and the type of each field of a struct that is no struct itself."""
    found = []
    for field in kind.expressions:
        if field.kind.is_type(STRUCT):
            found += [([field.name, *path], leaf) for path, leaf in leaves(field.kind)]
        else:
            found.append(([field.name], field.kind))
    return found


def _leaf(node: exp.Expr, path: list[str], kind: exp.DataType) -> exp.Expr:
    root, names = chain(node)
    if isinstance(root, exp.Cast):
        return json_field(root.this, [*names, *path], kind)
    return _column(root, [*names, *path], kind)


def _column(root: exp.Expr, path: list[str], kind: exp.DataType | None) -> exp.Expr:
    column = exp.column("__".join([root.name, *path]), table=root.args["table"].name)
    column.type = kind
    return column


def _replace(dot: exp.Dot, sources: Known) -> None:
    root, names = chain(dot)
    kind = dot.type or exp.DataType.build("unknown")
    if isinstance(root, exp.Cast) and root.to.is_type(STRUCT):
        dot.replace(json_field(root.this, names, kind))
    elif isinstance(root, exp.Column) and root.name in sources.get(root.table, {}):
        dot.replace(_column(root, names, kind))
