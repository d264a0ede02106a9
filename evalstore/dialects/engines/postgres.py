"""Postgres, from version 15: lists of texts are arrays, structs and lists of them are JSON."""

import hashlib
from collections.abc import Callable

from sqlglot import exp

from evalstore.dialects import functions
from evalstore.dialects.engines._postgres_json import (
    call,
    converted,
    field,
    is_json,
    read_key,
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
            select.where(
                exp.Not(this=there_is) if join.kind == "ANTI" else there_is, copy=False
            )
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


def _is_structs(node: exp.Expr) -> bool:
    """Say whether a list is JSON, since its elements are."""
    kind = node.type
    return kind is not None and kind.is_type(ARRAY) and bool(kind.expressions) and (
        kind.expressions[0].is_type(STRUCT, exp.DataType.Type.JSON)
    )


def _apart(node: exp.Expr) -> exp.Expr:
    items = node.this
    return call("json_array_elements" if _is_structs(items) else "unnest", items)


def _part(node: exp.Expr) -> exp.Expr:
    """Return the field of a struct."""
    kind = node.type or exp.DataType.build("varchar")
    return read_key(node.this.copy(), node.expression.name, kind)


def _struct(node: exp.Expr) -> exp.Expr:
    values: list[exp.Expr] = []
    for one in node.expressions:
        values += [exp.Literal.string(one.name), one.expression]
    return call("json_build_object", *values)


def _length(node: exp.Expr) -> exp.Expr:
    return call("json_array_length" if _is_structs(node.this) else "cardinality", node.this)


def _element(node: exp.Expr) -> exp.Expr:
    [place] = node.expressions
    if node.this.type is not None and node.this.type.is_type(exp.DataType.Type.MAP):
        value = exp.JSONExtractScalar(
            this=node.this.copy(), expression=place.copy(), only_json_types=True
        )
        return exp.paren(value)
    return exp.Bracket(this=exp.paren(node.this.copy()), expressions=[place.copy()])


def _over_elements(node: exp.Expr) -> exp.Expr:
    """Return the list of what a lambda makes of each element, or of those it keeps."""
    fold = node.expression
    [name] = fold.expressions
    items = node.this
    source = call("json_array_elements" if _is_structs(items) else "unnest", items)
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
    if is_filter and _is_structs(items):
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


def _cast(node: exp.Expr) -> exp.Expr:
    inner: exp.Expr = node.this
    if node.to.is_type(exp.DataType.Type.UUID):
        return call("lower", inner)
    if node.to.is_type(exp.DataType.Type.INT128):
        return exp.cast(inner.copy(), "numeric", dialect="postgres")
    if isinstance(inner, exp.Null) and _is_structs(node):
        return exp.cast(inner.copy(), "json", dialect="postgres")
    is_text = inner.type is None or inner.type.is_type(*exp.DataType.TEXT_TYPES)
    if isinstance(node, exp.TryCast):
        return converted(inner, node.to)
    if node.to.is_type(*exp.DataType.TEXT_TYPES) and is_json(inner):
        return call("json_text", inner)
    if is_text and node.to.is_type(*exp.DataType.NUMERIC_TYPES) and not inner.is_number:
        return converted(inner, node.to) if inner.type is not None else node
    return node


def _at_extreme(is_greatest: bool, *, is_null_kept: bool) -> Callable[[exp.Expr], exp.Expr]:
    """Return a rule for the value at the greatest or least key."""

    def rule(node: exp.Expr) -> exp.Expr:
        is_ours = isinstance(node, exp.Anonymous)
        value, key = node.expressions if is_ours else (node.this, node.expression)
        ordered = exp.Ordered(this=key.copy(), desc=is_greatest)
        order = exp.Order(this=value.copy(), expressions=[ordered])
        known = [key] if is_null_kept else [key, value]
        conditions = [exp.Not(this=exp.Is(this=one.copy(), expression=exp.null()))
                      for one in known if not isinstance(one, exp.Tuple)]  # fmt: skip
        return _first(exp.ArrayAgg(this=order), conditions, node)

    return rule


def _any(node: exp.Expr) -> exp.Expr:
    value = node.this.this
    is_known = exp.Not(this=exp.Is(this=value.copy(), expression=exp.null()))
    return _first(exp.ArrayAgg(this=value.copy()), [is_known], node)


def _first(found: exp.Expr, conditions: list[exp.Expr], node: exp.Expr) -> exp.Expr:
    """Return the first element of an aggregate over rows, those that a filter around it keeps."""
    around = node.parent
    if isinstance(around, exp.Filter):
        where = around.expression
        where.set("this", exp.and_(where.this.copy(), *conditions))
        around.meta["first"] = True
        return found
    if conditions:
        found = exp.Filter(this=found, expression=exp.Where(this=exp.and_(*conditions)))
    return exp.Bracket(this=exp.paren(found), expressions=[exp.Literal.number(0)])


def _filter(node: exp.Expr) -> exp.Expr:
    if node.meta.pop("first", False):
        return exp.Bracket(
            this=exp.paren(node.copy()), expressions=[exp.Literal.number(0)]
        )
    return _whole(node)


def _whole(node: exp.Expr) -> exp.Expr:
    """Return a sum of whole numbers as one, where Postgres makes it a decimal."""
    around = node.parent
    if isinstance(around, exp.Filter | exp.Window) and around.this is node:
        return node
    core: exp.Expr = node
    while isinstance(core, exp.Filter | exp.Window):
        core = core.this
    if not isinstance(core, exp.Sum | exp.Avg) or core.this.type is None:
        return node
    if core.this.type.is_type(*exp.DataType.INTEGER_TYPES):
        kind = "bigint" if isinstance(core, exp.Sum) else "double"
        return exp.cast(node.copy(), kind, dialect="duckdb")
    return node


def _number(node: exp.Expr) -> exp.Expr:
    """Return a number with an exponent as the double that it is elsewhere."""
    if node.is_string or "e" not in node.name.lower():
        return node
    return exp.cast(exp.Literal.number(node.name), "double", dialect="duckdb")


def _with_text(node: exp.Expr) -> exp.Expr:
    """Return texts put together, a number among them as DuckDB writes it."""
    for one in (node.this, node.expression):
        if one.type is not None and one.type.is_type(DOUBLE):
            one.replace(functions.inlined("postgres", call("double_text", one)))
    return node


def _bounded(node: exp.Expr) -> exp.Expr:
    """Return an exponential function that gives next to nothing where Postgres gives an error."""
    least = exp.Greatest(this=node.this.copy(), expressions=[exp.Literal.number(-700)])
    return exp.Exp(this=least)


def _extracted(node: exp.Expr) -> exp.Expr:
    """Return a group of a match, an empty text where there is none."""
    group = int(node.args["group"].name) if node.args.get("group") else 0
    pattern = node.expression.copy()
    if not group:
        pattern = exp.Literal.string(f"({pattern.name})")
    found = exp.paren(call("regexp_match", node.this, pattern))
    part = exp.Bracket(this=found, expressions=[exp.Literal.number(max(group, 1) - 1)])
    return exp.Coalesce(this=part, expressions=[exp.Literal.string("")])


def _all_extracted(node: exp.Expr) -> exp.Expr:
    part = exp.Bracket(this=exp.column("part", table="parts"), expressions=[exp.Literal.number(0)])
    alias = exp.TableAlias(this=exp.to_identifier("parts"), columns=[exp.to_identifier("part")])
    source = call("regexp_matches", node.this, node.expression, exp.Literal.string("g"))
    return call("array", exp.select(part).from_(exp.Table(this=source, alias=alias)))


def _replaced(node: exp.Expr) -> exp.Expr:
    return call("regexp_replace", node.this, node.expression, node.args["replacement"],
                exp.Literal.string("g"))  # fmt: skip


def _percentile(node: exp.Expr) -> exp.Expr:
    if isinstance(node, exp.Median):
        share: exp.Expr = exp.Literal.number("0.5")
    elif node.expression is None:
        return node
    else:
        share = node.expression.copy()
    order = exp.Order(expressions=[exp.Ordered(this=node.this.copy())])
    return exp.WithinGroup(this=call("percentile_cont", share), expression=order)


def _digest(node: exp.Expr) -> exp.Expr:
    bytes_ = call("convert_to", node.this, exp.Literal.string("UTF8"))
    return call("encode", call("sha256", bytes_), exp.Literal.string("hex"))


def _rounded(node: exp.Expr) -> exp.Expr:
    """Return a number rounded up from a half on; Postgres rounds halves to even numbers."""
    half = exp.Add(this=exp.Abs(this=node.this.copy()), expression=exp.Literal.number("0.5"))
    return exp.Mul(this=call("sign", node.this), expression=exp.Floor(this=half))


def _map(node: exp.Expr) -> exp.Expr:
    return exp.cast(exp.Literal.string("{}"), "json", dialect="postgres")


def _places(node: exp.Expr) -> exp.Expr:
    """Return the places of the elements of a list, beside them."""
    items = node.expressions[0]
    return call("generate_series", exp.Literal.number(1), _length(exp.ArraySize(this=items.copy())))


CALLS: dict[str, Callable[[exp.Expr], exp.Expr]] = {
    "arg_max_null": _at_extreme(True, is_null_kept=True),
    "arg_min_null": _at_extreme(False, is_null_kept=True),
    "generate_subscripts": _places,
    "json_field": field,
    "row": lambda node: exp.Tuple(expressions=[one.copy() for one in node.expressions]),
}
RULES: dict[type[exp.Expr], Callable[[exp.Expr], exp.Expr]] = {
    exp.ArgMax: _at_extreme(True, is_null_kept=False),
    exp.ArgMin: _at_extreme(False, is_null_kept=False),
    exp.Array: _array,
    exp.ArrayAgg: _list,
    exp.ArrayContains: lambda node: call("list_contains", node.this, node.expression),
    exp.ArrayDistinct: lambda node: call("list_distinct", node.this),
    exp.ArrayFilter: _over_elements,
    exp.ArraySize: _length,
    exp.ArraySort: _sorted,
    exp.Avg: _whole,
    exp.Bracket: _element,
    exp.Cast: _cast,
    exp.Contains: lambda node: exp.GT(
        this=call("strpos", node.this, node.expression), expression=exp.Literal.number(0)
    ),
    exp.Dot: _part,
    exp.DPipe: _with_text,
    exp.Exp: _bounded,
    exp.Explode: _apart,
    exp.Filter: _filter,
    exp.GenerateSeries: _series,
    exp.IgnoreNulls: _any,
    exp.Literal: _number,
    exp.Map: _map,
    exp.MapFromEntries: lambda node: call("map_from_entries", node.this),
    exp.Median: _percentile,
    exp.PercentileCont: _percentile,
    exp.RegexpExtract: _extracted,
    exp.RegexpExtractAll: _all_extracted,
    exp.RegexpReplace: _replaced,
    exp.Round: _rounded,
    exp.SHA2: _digest,
    exp.Split: lambda node: call("string_to_array", node.this, node.expression),
    exp.Struct: _struct,
    exp.Sum: _whole,
    exp.TimeToStr: lambda node: call("year_and_week", node.this),
    exp.Transform: _over_elements,
    exp.TryCast: _cast,
    exp.Window: _whole,
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
