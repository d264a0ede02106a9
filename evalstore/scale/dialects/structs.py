"""
Structs that are read from JSON, as separate columns such as ``fields__case_id``.

A struct is passed between expressions as all of its fields. Some engines lack struct types, and
the others differ in how they read JSON into them.
"""

from sqlglot import exp

from evalstore.scale.dialects.json_fields import json_field

STRUCT = exp.DataType.Type.STRUCT
# The columns that are structs, by the expression that contains them.
Known = dict[str, dict[str, exp.DataType]]


def without_structs(query: exp.Query) -> None:
    """Replace every struct that comes from JSON by columns, throughout a query."""
    struct_columns: Known = {}
    for part in [*query.ctes, query]:
        inner = part.this if isinstance(part, exp.CTE) else part
        for select in _selects(inner):
            structs = _take_apart(select, struct_columns)
            if isinstance(part, exp.CTE) and structs:
                struct_columns[part.alias] = structs


def _selects(query: exp.Expr) -> list[exp.Select]:
    """Return the selects of a query, without those of its common table expressions."""
    return [select for select in query.find_all(exp.Select) if _outermost(select, query)]


def _outermost(select: exp.Select, query: exp.Expr) -> bool:
    around = select.find_ancestor(exp.CTE)
    own_expression = query.parent if isinstance(query.parent, exp.CTE) else None
    return around is own_expression


def _take_apart(select: exp.Select, struct_columns: Known) -> dict[str, exp.DataType]:
    """Rewrite a select; return its columns that are structs, with their types."""
    sources = {
        table.alias_or_name: struct_columns.get(table.name, {}) for table in _tables(select)
    }
    structs = {}
    projections: list[exp.Expr] = []
    for projection in select.expressions:
        kind = _struct_of(projection.unalias(), sources)
        if kind is None:
            projections.append(projection)
            continue
        structs[projection.alias_or_name] = kind
        for path, leaf in leaves(kind):
            value = _leaf(projection.unalias(), path, leaf)
            projections.append(exp.alias_(value, "__".join([projection.alias_or_name, *path])))
    select.set("expressions", projections)
    for dot in list(select.find_all(exp.Dot)):
        if not isinstance(dot.parent, exp.Dot):
            _replace(dot, sources)
    return structs


def _tables(select: exp.Select) -> list[exp.Expr]:
    from_ = select.args.get("from_")
    joins = select.args.get("joins") or []
    return [source.this for source in [from_, *joins] if source is not None]


def _struct_of(node: exp.Expr, sources: Known) -> exp.DataType | None:
    """Return the type of a node that is a struct from JSON, else None."""
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
    """Return the root of a chain of fields, and the names of the fields."""
    names: list[str] = []
    while isinstance(node, exp.Dot):
        names.insert(0, node.expression.name)
        node = node.this
    while isinstance(node, exp.Paren):
        node = node.this
    return node, names


def leaves(kind: exp.DataType) -> list[tuple[list[str], exp.DataType]]:
    """Return the path and the type of each field in a struct that is not a struct itself."""
    fields = []
    for field in kind.expressions:
        if field.kind.is_type(STRUCT):
            fields += [([field.name, *path], leaf) for path, leaf in leaves(field.kind)]
        else:
            fields.append(([field.name], field.kind))
    return fields


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
