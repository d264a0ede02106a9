"""ClickHouse, from version 26, with the settings listed in other-engines.md."""

from collections.abc import Callable

from sqlglot import exp

from evalstore.scale.dialects import functions
from evalstore.scale.dialects.engines._calls import call
from evalstore.scale.dialects.engines._clickhouse_aggregates import aggregate, at_null_too
from evalstore.scale.dialects.engines._clickhouse_json import (
    as_list,
    asks_for_kind,
    field,
    is_of_kind,
    raw_list,
    type_name,
)
from evalstore.scale.dialects.engines._clickhouse_lists import AS_LIST, RAW, with_lists_as_text
from evalstore.scale.dialects.engines._clickhouse_texts import joined_with, text_part, with_text
from evalstore.scale.dialects.lists import place_of

ARRAY, DOUBLE = exp.DataType.Type.ARRAY, exp.DataType.Type.DOUBLE
MICROSECONDS = "Nullable(DateTime64(6, 'UTC'))"


def prepared(tree: exp.Expr, *, reads_steps: bool, is_step: bool) -> None:
    """Rewrite the selects of a statement as a whole."""
    for node in list(tree.find_all(exp.Is)):
        if asks_for_kind(node):
            node.replace(is_of_kind(node))
    with_lists_as_text(tree, reads_steps=reads_steps, is_step=is_step)
    for select in list(tree.find_all(exp.Select)):
        _take_apart(select)


def _take_apart(select: exp.Select) -> None:
    """Rewrite a select so that a list's elements and their positions are unnested together."""
    projections = place_of(select)
    if projections is None:
        return
    items, place = projections
    source = items.unalias().this
    places = call("arrayEnumerate", source)
    pair = call("arrayJoin", call("arrayZip", source, places))
    items.unalias().replace(call("tupleElement", pair, exp.Literal.number(1)))
    for subscripts in list(place.find_all(exp.Anonymous)):
        if subscripts.name.lower() == "generate_subscripts":
            subscripts.replace(call("tupleElement", pair, exp.Literal.number(2)))


def finished(tree: exp.Expr) -> exp.Expr:
    """Return a statement with texts converted to lists, after null tests were rewritten."""
    return tree.transform(
        lambda node: (
            as_list(node) if isinstance(node, exp.Anonymous) and node.name == AS_LIST else node
        )
    )


def rewritten(node: exp.Expr) -> exp.Expr:
    """Return a node in ClickHouse's syntax; nodes inside it are already rewritten."""
    if isinstance(node, exp.Anonymous):
        name = node.name.lower()
        translated_call = functions.call("clickhouse", name, node.expressions)
        return translated_call or CALLS.get(name, _same)(node)
    if isinstance(node, exp.Filter | exp.Window | exp.AggFunc):
        return aggregate(node)
    rule = RULES.get(type(node))
    return node if rule is None else rule(node)


def _same(node: exp.Expr) -> exp.Expr:
    return node


def _renamed(name: str) -> Callable[[exp.Expr], exp.Expr]:
    return lambda node: exp.Anonymous(this=name, expressions=node.expressions)


def _first_renamed(name: str) -> Callable[[exp.Expr], exp.Expr]:
    return lambda node: call(name, node.this)


def _series(node: exp.Expr) -> exp.Expr:
    if isinstance(node.parent, exp.Table | exp.From | exp.Join):
        return node
    end = node.args["end"]
    if not node.args.get("is_end_exclusive"):
        end = exp.Add(this=exp.paren(end), expression=exp.Literal.number(1))
    start = node.args.get("start") or exp.Literal.number(0)
    # A list cannot be null, so its length must not be null either.
    numbers = [
        call("toInt64", call("ifNull", bound, exp.Literal.number(0))) for bound in (start, end)
    ]
    return call("range", *numbers)


def _cast(node: exp.Expr) -> exp.Expr:
    inner: exp.Expr = node.this
    to: exp.DataType = node.args["to"]
    if isinstance(inner, exp.Null) and to.is_type(ARRAY):
        return exp.Array()
    if to.is_type(exp.DataType.Type.UUID):
        # Ids are published as text.
        return call("lower", inner) if isinstance(node, exp.TryCast) else inner
    if isinstance(node, exp.TryCast):
        name = to.sql(dialect="clickhouse").removeprefix("Nullable(").removesuffix(")")
        if to.is_type(exp.DataType.Type.TIMESTAMPTZ):
            return call(
                "parseDateTime64BestEffortOrNull",
                inner, exp.Literal.number(6), exp.Literal.string("UTC"),
            )  # fmt: skip
        return call("accurateCastOrNull", inner, exp.Literal.string(name))
    if to.is_type(exp.DataType.Type.TIMESTAMP, exp.DataType.Type.TIMESTAMPNTZ):
        # Otherwise a time has only whole seconds.
        return exp.Cast(this=inner, to=exp.DataType.build(MICROSECONDS, dialect="clickhouse"))
    return node


def _is_none(items: exp.Expr) -> exp.Expr:
    """Return a condition for a missing list; stored tables keep a missing list as an empty one."""
    if isinstance(items, exp.Anonymous) and items.name == AS_LIST:
        return call("isNull", items.expressions[0])
    return call("empty", items)


def _contains(node: exp.Expr) -> exp.Expr:
    has_element = call("has", node.this, node.expression)
    return call("if", _is_none(node.this), exp.null(), has_element)


def _length(node: exp.Expr) -> exp.Expr:
    return call("if", _is_none(node.this), exp.null(), call("length", node.this))


def _has_all(node: exp.Expr) -> exp.Expr:
    items, wanted = node.expressions
    has_every_element = call("hasAll", items, wanted)
    return call("if", _is_none(wanted), exp.null(), has_every_element)


def _is_null(node: exp.Expr) -> exp.Expr:
    kind = node.this.type
    if isinstance(node.expression, exp.Null) and kind is not None and kind.is_type(ARRAY):
        return call("empty", node.this)
    return node


def _element(node: exp.Expr) -> exp.Expr:
    """Return the element of a list or map, null if it does not exist."""
    [place] = node.expressions
    if isinstance(place, exp.Literal) and not place.is_string:
        # Positions in the syntax tree count from 0.
        counted = exp.Literal.number(int(place.name) + 1)
        return call("arrayElementOrNull", node.this, counted)
    # The element of a map.
    has = call("mapContains", node.this, place)
    return call("if", has, node.copy(), exp.null())


def _mapped(name: str) -> Callable[[exp.Expr], exp.Expr]:
    return lambda node: call(name, node.expression, node.this)


def _with_one_type(node: exp.Expr) -> exp.Expr:
    """Return a choice between values, with integers cast to double if the result is double."""
    kind = node.type
    if isinstance(node, exp.Coalesce) and any(
        isinstance(operand, exp.Map) for operand in _values(node)
    ):
        # A map cannot be null: a missing map is empty.
        first: exp.Expr = node.this.copy()
        return first
    is_list = any(isinstance(value, exp.Split) for value in _values(node))
    if is_list or (kind is not None and kind.is_type(ARRAY)):
        for value in _values(node):
            if isinstance(value, exp.Null):
                value.replace(exp.Array())
    if kind is None or not kind.is_type(DOUBLE):
        return node
    for value in _values(node):
        value_type = value.type
        if not isinstance(value, exp.Null) and (
            value_type is None or not value_type.is_type(DOUBLE)
        ):
            value.replace(exp.cast(value.copy(), "double", dialect="duckdb"))
    return node


def _values(node: exp.Expr) -> list[exp.Expr]:
    """Return the operands that a node may return as its value."""
    if isinstance(node, exp.Case):
        operands = [item.args["true"] for item in node.args["ifs"]]
        return operands + ([node.args["default"]] if node.args.get("default") else [])
    if isinstance(node, exp.If):
        operands = [node.args["true"], node.args.get("false")]
        return [] if isinstance(node.parent, exp.Case) else [item for item in operands if item]
    return [node.this, *node.expressions]


def _part(node: exp.Expr) -> exp.Expr:
    """Return a field of a struct."""
    kind = node.this.type
    if kind is None or not kind.is_type(exp.DataType.Type.STRUCT):
        return node
    return call("tupleElement", node.this, exp.Literal.string(node.expression.name))


def _struct(node: exp.Expr) -> exp.Expr:
    """Return a tuple whose elements have the names of the struct's fields."""
    values = [struct_field.expression for struct_field in node.expressions]
    kind = exp.Literal.string(type_name(node.type or exp.DataType.build("struct")))
    return call("CAST", call("tuple", *values), kind)


def _rounded(node: exp.Expr) -> exp.Expr:
    """Return a number rounded half away from zero; ClickHouse's own rounds half to even."""
    half = exp.Add(this=call("abs", node.this), expression=exp.Literal.number("0.5"))
    return exp.Mul(this=call("sign", node.this), expression=call("floor", half))


def _map(node: exp.Expr) -> exp.Expr:
    """Return a map from a list of entries."""
    parts = [
        call("arrayMap", exp.Lambda(
            this=call("tupleElement", exp.to_identifier("entry"), exp.Literal.number(place)),
            expressions=[exp.to_identifier("entry")],
        ), node.this)
        for place in (1, 2)
    ]  # fmt: skip
    return call("mapFromArrays", *parts)


def _field(node: exp.Expr) -> exp.Expr:
    around = node.parent
    if isinstance(around, exp.Anonymous) and around.name == RAW:
        return raw_list(node)
    return functions.inlined("clickhouse", field(node))


CALLS: dict[str, Callable[[exp.Expr], exp.Expr]] = {
    "arg_max_null": at_null_too("argMax"),
    "arg_min_null": at_null_too("argMin"),
    "isfinite": _renamed("isFinite"),
    "list_has_all": _has_all,
    "json_field": _field,
    RAW.lower(): lambda node: node.expressions[0],
    "row": _renamed("tuple"),
}
RULES: dict[type[exp.Expr], Callable[[exp.Expr], exp.Expr]] = {
    exp.ArrayContains: _contains,
    exp.ArrayFilter: _mapped("arrayFilter"),
    exp.ArrayOverlaps: lambda node: call("hasAny", node.this, node.expression),
    exp.ArraySize: _length,
    exp.ArraySort: _first_renamed("arraySort"),
    exp.Atanh: _first_renamed("atanh"),
    exp.Bracket: _element,
    exp.Case: _with_one_type,
    exp.Cast: _cast,
    exp.Coalesce: _with_one_type,
    exp.ConcatWs: joined_with,
    exp.Dot: _part,
    exp.DPipe: with_text,
    exp.Explode: _first_renamed("arrayJoin"),
    exp.GenerateSeries: _series,
    exp.Greatest: _with_one_type,
    # ClickHouse's any already ignores null.
    exp.IgnoreNulls: lambda node: call("any", node.this.this),
    exp.If: _with_one_type,
    exp.Is: _is_null,
    exp.Least: _with_one_type,
    exp.MapFromEntries: _map,
    exp.Lower: _first_renamed("lowerUTF8"),
    exp.RegexpExtractAll: lambda node: call("extractAll", node.this, node.expression),
    exp.Round: _rounded,
    exp.SHA2: lambda node: call("lower", call("hex", call("SHA256", node.this))),
    exp.SplitPart: text_part,
    exp.Struct: _struct,
    exp.Transform: _mapped("arrayMap"),
    exp.TryCast: _cast,
    exp.Upper: _first_renamed("upperUTF8"),
}


def script(parts: list[tuple[str, str]]) -> str:
    """
    Return statements for one session: a temporary table for each step, then the last part.

    As common table expressions, the steps would be computed at every reference.
    """
    *steps, (_, last) = parts
    lines = [f"CREATE OR REPLACE TEMPORARY TABLE {name} AS\n{text};" for name, text in steps]
    return "\n".join([*lines, last])
