"""Spark SQL, from version 4, in its default mode (ANSI)."""

from collections.abc import Callable

from sqlglot import exp

from evalstore.scale.dialects import functions
from evalstore.scale.dialects.engines._spark_json import (
    JSON_TEXT,
    single_field,
    try_cast,
    with_parsed_documents,
)
from evalstore.scale.dialects.lists import place_of

WIDE = "decimal(38, 0)"


def prepared(tree: exp.Expr, **_: bool) -> None:
    """Rewrite the selects of a statement as a whole."""
    with_parsed_documents(tree)
    for select in list(tree.find_all(exp.Select)):
        _take_apart(select)
        _name_once(select)


def _take_apart(select: exp.Select) -> None:
    """
    Rewrite a select so that a list's elements and positions come from one generator.

    Spark allows only one generator per select.
    """
    projections = place_of(select)
    if projections is None:
        return
    items, place = projections
    source = exp.Lateral(
        this=exp.Posexplode(this=items.unalias().this.copy()),
        view=True,
        alias=exp.TableAlias(
            this=exp.to_identifier("elements"),
            columns=[exp.to_identifier("place_before"), exp.to_identifier("element")],
        ),
    )
    select.append("laterals", source)
    items.unalias().replace(exp.column("element", table="elements"))
    counted = exp.Add(
        this=exp.column("place_before", table="elements"), expression=exp.Literal.number(1)
    )
    for call in place.find_all(exp.Anonymous):
        call.replace(counted)


def _name_once(select: exp.Select) -> None:
    """
    Remove aliases that equal the name of their column.

    Next to a window over a union, Spark 4.3 confuses such an alias with its column and reports an
    invalid plan.
    """
    for projection in list(select.expressions):
        value = projection.unalias()
        if (
            isinstance(projection, exp.Alias)
            and isinstance(value, exp.Column)
            and value.name == projection.alias
        ):
            projection.replace(value)


def rewritten(node: exp.Expr) -> exp.Expr:
    """Return a node in Spark's syntax."""
    if isinstance(node, exp.Anonymous):
        name = node.name.lower()
        translated_call = (
            None if name == JSON_TEXT else functions.call("spark", name, node.expressions)
        )
        return translated_call or CALLS.get(name, _same)(node)
    if isinstance(node, exp.Cast):
        return _cast(node)
    rule = RULES.get(type(node))
    return node if rule is None else rule(node)


def _with_functions(tree: exp.Expr) -> exp.Expr:
    """Return a rewritten expression with its calls translated to Spark's."""
    return tree.transform(
        lambda node: rewritten(node) if isinstance(node, exp.Anonymous) else node
    )


def _same(node: exp.Expr) -> exp.Expr:
    return node


def _cast(node: exp.Cast) -> exp.Expr:
    if node.to.is_type(exp.DataType.Type.UUID):
        # Ids are published as text, in small letters.
        return exp.Lower(this=node.this.copy())
    if node.to.this == exp.DataType.Type.INT128:
        return exp.cast(node.this.copy(), WIDE, dialect="spark")
    if node.to.is_type(*exp.DataType.INTEGER_TYPES):
        # Spark may evaluate a text before the filter that excludes it.
        return try_cast(node.this, node.to)
    return node


def _percentile(node: exp.Expr) -> exp.Expr:
    if node.expression is None:
        return node
    # Spark's percentile_cont differs; this function is exact and interpolates.
    return exp.Anonymous(this="percentile", expressions=[node.this, node.expression])


def _element(node: exp.Expr) -> exp.Expr:
    """Return the element of a list or a map, null if it does not exist."""
    [place] = node.expressions
    if isinstance(place, exp.Literal) and not place.is_string:
        # Positions in the syntax tree count from 0.
        place = exp.Literal.number(int(place.name) + 1)
    return exp.Anonymous(this="try_element_at", expressions=[node.this.copy(), place.copy()])


def _at_extreme(node: exp.Expr) -> exp.Expr:
    """Return the value at an extreme key among the values that are not null."""
    name = "max_by" if isinstance(node, exp.ArgMax) else "min_by"
    call = exp.Anonymous(this=name, expressions=[node.this.copy(), node.expression.copy()])
    is_known = exp.Not(this=exp.Is(this=node.this.copy(), expression=exp.null()))
    if isinstance(node.parent, exp.Filter):
        where = node.parent.expression
        where.set("this", exp.and_(where.this, is_known))
        return call
    return exp.Filter(this=call, expression=exp.Where(this=is_known))


def _any(node: exp.Expr) -> exp.Expr:
    """Return any value that is not null."""
    value = node.this.this
    return exp.Anonymous(this="any_value", expressions=[value.copy(), exp.true()])


def _joined_texts(node: exp.Expr) -> exp.Expr:
    """Return texts joined in an order."""
    order = node.this
    if not isinstance(order, exp.Order):
        return node
    call = exp.Anonymous(
        this="listagg", expressions=[order.this.copy(), node.args["separator"].copy()]
    )
    by = exp.Order(expressions=[key.copy() for key in order.expressions])
    return exp.WithinGroup(this=call, expression=by)


def _renamed(name: str) -> Callable[[exp.Expr], exp.Expr]:
    return lambda node: exp.Anonymous(this=name, expressions=node.expressions)


CALLS: dict[str, Callable[[exp.Expr], exp.Expr]] = {
    "arg_max_null": _renamed("max_by"),
    "arg_min_null": _renamed("min_by"),
    "json_field": lambda node: _with_functions(single_field(node)),
    "row": _renamed("struct"),
}
RULES: dict[type[exp.Expr], Callable[[exp.Expr], exp.Expr]] = {
    exp.ArgMax: _at_extreme,
    exp.ArgMin: _at_extreme,
    exp.ArrayOverlaps: lambda node: exp.Anonymous(
        this="arrays_overlap", expressions=[node.this.copy(), node.expression.copy()]
    ),
    exp.IgnoreNulls: _any,
    exp.Bracket: _element,
    exp.GroupConcat: _joined_texts,
    exp.PercentileCont: _percentile,
    # The only format in use.
    exp.TimeToStr: lambda node: functions.call("spark", "year_and_week", [node.this]) or node,
}


def definitions() -> list[str]:
    """Return the statements that define, in a session, the functions that scripts call."""
    parameters, body = functions.definition("spark", JSON_TEXT)
    names = ", ".join(f"{name} STRING" for name in parameters)
    text = functions.inlined("spark", body).sql(dialect="spark", pretty=True, comments=False)
    return [
        f"CREATE OR REPLACE TEMPORARY FUNCTION {JSON_TEXT}({names}) RETURNS STRING\nRETURN {text}"
    ]


def script(parts: list[tuple[str, str]]) -> str:
    """
    Return one compound statement whose steps are tables of the current schema.

    As expressions or views, the steps would be planned at every reference, thousands of times.
    """
    *steps, (_, last) = parts
    lines = ["BEGIN"]
    if any(f"{JSON_TEXT.upper()}(" in text for _, text in parts):
        lines += [f"{statement};" for statement in definitions()]
    for name, text in steps:
        lines += [
            f"DROP TABLE IF EXISTS {name};", f"CREATE TABLE {name} USING parquet AS\n{text};"
        ]  # fmt: skip
    return "\n".join([*lines, f"{last};", "END"])
