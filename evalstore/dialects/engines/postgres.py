"""Postgres, from version 15: lists of texts are arrays, structs and lists of them are JSON."""

import hashlib
from collections.abc import Callable

from sqlglot import exp

from evalstore.dialects import functions
from evalstore.dialects.engines._calls import call
from evalstore.dialects.engines._postgres_aggregates import (
    any_value,
    at_extreme,
    filtered,
    percentile,
    whole,
)
from evalstore.dialects.engines._postgres_json import (
    converted,
    field,
    is_json,
    read_key,
)
from evalstore.dialects.engines._postgres_lists import (
    apart,
    is_structs,
    length,
    over_elements,
)
from evalstore.dialects.engines._postgres_texts import (
    all_extracted,
    digest,
    extracted,
    replaced,
    with_text,
)

ARRAY, DOUBLE, STRUCT = (
    getattr(exp.DataType.Type, name) for name in ("ARRAY", "DOUBLE", "STRUCT")
)
# Postgres cuts longer names off, so that two of them may become the same.
NAME_CHARACTERS_MAX = 63


def prepared(tree: exp.Expr, **_: bool) -> None:
    """Rewrite the names of a statement as a whole."""
    for select in list(tree.find_all(exp.Select)):
        _exist(select)
    for identifier in tree.find_all(exp.Identifier):
        if len(identifier.name.encode()) > NAME_CHARACTERS_MAX:
            identifier.set("this", _short(identifier.name))


def _exist(select: exp.Select) -> None:
    """Ask whether there is a row in place of a semi or an anti join."""
    joins = select.args.get("joins") or []
    for join in joins:
        if join.kind in {"SEMI", "ANTI"}:
            query = exp.select("1").from_(join.this.copy()).where(join.args["on"].copy())
            there_is: exp.Expr = exp.Exists(this=query)
            select.where(exp.Not(this=there_is) if join.kind == "ANTI" else there_is, copy=False)
    select.set("joins", [join for join in joins if join.kind not in {"SEMI", "ANTI"}])


def _short(name: str) -> str:
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    return f"{name[: NAME_CHARACTERS_MAX - 9]}_{digest}"


def rewritten(node: exp.Expr) -> exp.Expr:
    """Return a node as Postgres has it; those within it are so already."""
    if isinstance(node, exp.Anonymous):
        name = node.name.lower()
        rule = CALLS.get(name)
        found = node if rule is None else rule(node)
        return functions.inlined("postgres", found)
    rule = RULES.get(type(node))
    if rule is None:
        return node
    found = rule(node)
    return found if found is node else functions.inlined("postgres", found)


def _part(node: exp.Expr) -> exp.Expr:
    """Return the field of a struct."""
    kind = node.type or exp.DataType.build("varchar")
    return read_key(node.this.copy(), node.expression.name, kind)


def _struct(node: exp.Expr) -> exp.Expr:
    values: list[exp.Expr] = []
    for one in node.expressions:
        values += [exp.Literal.string(one.name), one.expression]
    return call("json_build_object", *values)


def _element(node: exp.Expr) -> exp.Expr:
    [place] = node.expressions
    if node.this.type is not None and node.this.type.is_type(exp.DataType.Type.MAP):
        value = exp.JSONExtractScalar(
            this=node.this.copy(), expression=place.copy(), only_json_types=True
        )
        return exp.paren(value)
    return exp.Bracket(this=exp.paren(node.this.copy()), expressions=[place.copy()])


def _series(node: exp.Expr) -> exp.Expr:
    if isinstance(node.parent, exp.Table | exp.From | exp.Join):
        return node
    start = node.args.get("start") or exp.Literal.number(0)
    end = node.args["end"]
    if node.args.get("is_end_exclusive"):
        end = exp.Sub(this=exp.paren(end.copy()), expression=exp.Literal.number(1))
    return call("array", exp.select(call("generate_series", start, end)))


def _list(node: exp.Expr) -> exp.Expr:
    """Return an aggregate that makes a list."""
    if isinstance(node.this, exp.Struct) or _gives_json(node.this):
        return call("json_agg", node.this)
    return node


def _array(node: exp.Expr) -> exp.Expr:
    """Return a list that is written out: of structs as JSON, an empty one of texts."""
    if any(_gives_json(one) for one in node.expressions):
        return call("json_build_array", *node.expressions)
    if not node.expressions:
        return exp.cast(node.copy(), "text[]", dialect="postgres")
    return node


def _gives_json(node: exp.Expr) -> bool:
    return isinstance(node, exp.Anonymous) and node.name.lower() == "json_build_object"


def _sorted(node: exp.Expr) -> exp.Expr:
    if isinstance(node.this, exp.Anonymous) and node.this.name == "json_agg":
        # Entries of a map, which have no order.
        return node.this.copy()
    return call("list_sort", node.this)


def _cast(node: exp.Expr) -> exp.Expr:  # noqa: PLR0911 - a way for each kind
    inner: exp.Expr = node.this
    to: exp.DataType = node.args["to"]
    if to.is_type(exp.DataType.Type.UUID):
        return call("lower", inner)
    if to.is_type(exp.DataType.Type.INT128):
        return exp.cast(inner.copy(), "numeric", dialect="postgres")
    if isinstance(inner, exp.Null) and is_structs(node):
        return exp.cast(inner.copy(), "json", dialect="postgres")
    is_text = inner.type is None or inner.type.is_type(*exp.DataType.TEXT_TYPES)
    if isinstance(node, exp.TryCast):
        return converted(inner, to)
    if to.is_type(*exp.DataType.TEXT_TYPES) and is_json(inner):
        return call("json_text", inner)
    if is_text and to.is_type(*exp.DataType.NUMERIC_TYPES) and not inner.is_number:
        return converted(inner, to) if inner.type is not None else node
    return node


def _number(node: exp.Expr) -> exp.Expr:
    """Return a number with an exponent as the double that it is elsewhere."""
    if node.is_string or "e" not in node.name.lower():
        return node
    return exp.cast(exp.Literal.number(node.name), "double", dialect="duckdb")


def _bounded(node: exp.Expr) -> exp.Expr:
    """Return an exponential function that gives next to nothing where Postgres gives an error."""
    least = exp.Greatest(this=node.this.copy(), expressions=[exp.Literal.number(-700)])
    return exp.Exp(this=least)


def _rounded(node: exp.Expr) -> exp.Expr:
    """Return a number rounded up from a half on; Postgres rounds halves to even numbers."""
    half = exp.Add(this=exp.Abs(this=node.this.copy()), expression=exp.Literal.number("0.5"))
    return exp.Mul(this=call("sign", node.this), expression=exp.Floor(this=half))


def _map(_: exp.Expr) -> exp.Expr:
    return exp.cast(exp.Literal.string("{}"), "json", dialect="postgres")


def _places(node: exp.Expr) -> exp.Expr:
    """Return the places of the elements of a list, beside them."""
    items = node.expressions[0]
    return call("generate_series", exp.Literal.number(1), length(exp.ArraySize(this=items.copy())))


CALLS: dict[str, Callable[[exp.Expr], exp.Expr]] = {
    "arg_max_null": at_extreme(True, is_null_kept=True),
    "arg_min_null": at_extreme(False, is_null_kept=True),
    "generate_subscripts": _places,
    "json_field": field,
    "row": lambda node: exp.Tuple(expressions=[one.copy() for one in node.expressions]),
}
RULES: dict[type[exp.Expr], Callable[[exp.Expr], exp.Expr]] = {
    exp.ArgMax: at_extreme(True, is_null_kept=False),
    exp.ArgMin: at_extreme(False, is_null_kept=False),
    exp.Array: _array,
    exp.ArrayAgg: _list,
    exp.ArrayContains: lambda node: call("list_contains", node.this, node.expression),
    exp.ArrayDistinct: lambda node: call("list_distinct", node.this),
    exp.ArrayFilter: over_elements,
    exp.ArraySize: length,
    exp.ArraySort: _sorted,
    exp.Avg: whole,
    exp.Bracket: _element,
    exp.Cast: _cast,
    exp.Contains: lambda node: exp.GT(
        this=call("strpos", node.this, node.expression), expression=exp.Literal.number(0)
    ),
    exp.Dot: _part,
    exp.DPipe: with_text,
    exp.Exp: _bounded,
    exp.Explode: apart,
    exp.Filter: filtered,
    exp.GenerateSeries: _series,
    exp.IgnoreNulls: any_value,
    exp.Literal: _number,
    exp.Map: _map,
    exp.MapFromEntries: lambda node: call("map_from_entries", node.this),
    exp.Median: percentile,
    exp.PercentileCont: percentile,
    exp.RegexpExtract: extracted,
    exp.RegexpExtractAll: all_extracted,
    exp.RegexpReplace: replaced,
    exp.Round: _rounded,
    exp.SHA2: digest,
    exp.Split: lambda node: call("string_to_array", node.this, node.expression),
    exp.Struct: _struct,
    exp.Sum: whole,
    exp.TimeToStr: lambda node: call("year_and_week", node.this),
    exp.Transform: over_elements,
    exp.TryCast: _cast,
    exp.Window: whole,
}


def script(parts: list[tuple[str, str]]) -> str:
    """Return statements for one session: a temporary table for each step, then the last part."""
    *steps, (_, last) = parts
    lines = []
    for name, text in steps:
        lines += [
            f"DROP TABLE IF EXISTS {name};", f"CREATE TEMPORARY TABLE {name} AS\n{text};",
            f"ANALYZE {name};",
        ]  # fmt: skip
    return "\n".join([*lines, last])
