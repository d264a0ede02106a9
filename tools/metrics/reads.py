"""
Origins of the columns of a query: columns of other relations and fields of events.

The query is one of ``evalstore.scale.dialects``: macros expanded, every column qualified, every
field of JSON a call of JSON_FIELD. Of a relation that keeps events as they are, such as
``log.current_events``, the events themselves are named, by their kind where the query chooses one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sqlglot import exp

from evalstore.errors import EvalstoreError
from evalstore.events import schemas
from evalstore.metrics.lineage import ANY_KIND, ROWS
from evalstore.scale.dialects.json_fields import is_json_field, path_of

PAYLOAD = "payload"
NOTHING: frozenset[Origin] = frozenset()


class Origin(NamedTuple):
    """
    A column of a relation, or a field of events of a kind.

    ``separator`` is ``.`` for a column and a field of the payload, ``:`` for what a log keeps
    beside a payload.
    """

    name: str
    separator: str
    field: str

    def __str__(self) -> str:
        """Return the text that stands in the file."""
        return "".join(self)


Origins = frozenset[Origin]


@dataclass(frozen=True, slots=True)
class Column:
    """
    What a column is computed from, and what chooses among the rows or values it is made of.

    ``elements`` are the same for each element of a list that is written out.
    """

    values: Origins = NOTHING
    filters: Origins = NOTHING
    elements: tuple[Column, ...] = ()

    def __or__(self, other: Column) -> Column:
        """Return what either is computed from."""
        return Column(self.values | other.values, self.filters | other.filters)

    @property
    def as_filter(self) -> Column:
        """Return it as what chooses among rows."""
        return Column(NOTHING, self.values | self.filters)

    @property
    def all(self) -> Origins:
        """Return values and filters together."""
        return self.values | self.filters


@dataclass(frozen=True, slots=True)
class Rows:
    """The columns of a query, and what the number and choice of its rows depend on."""

    columns: Mapping[str, Column]
    rows: Origins = NOTHING


@dataclass(slots=True)
class Scope:
    """What names in a select stand for: common table expressions, and sources by alias."""

    find: Callable[[str], Rows]
    kinds_of: Callable[[Origins], frozenset[str]]
    expressions: dict[str, Rows] = field(default_factory=dict)
    sources: dict[str, Rows] = field(default_factory=dict)
    outer: Scope | None = None

    def column(self, node: exp.Column) -> Column:
        """Return a column by the alias of its source, which may be one of an outer query."""
        scope: Scope | None = self
        while scope is not None:
            if node.table in scope.sources:
                return scope.sources[node.table].columns[node.name]
            scope = scope.outer
        raise EvalstoreError(f"no source has the column {node.sql(dialect='duckdb')}")

    def within(self) -> Scope:
        """Return the scope of a query inside of this one."""
        return Scope(self.find, self.kinds_of, dict(self.expressions), outer=self)


def reads(query: exp.Expr, scope: Scope) -> Rows:
    """Return what a query reads; ``scope`` is its own, without what it defines itself."""
    scope = replace(scope, expressions=dict(scope.expressions), sources={})
    for part in query.ctes if isinstance(query, exp.Query) else []:
        scope.expressions[part.alias] = _renamed(reads(part.this, scope), part)
    if isinstance(query, exp.Subquery):
        return reads(query.this, scope)
    if isinstance(query, exp.SetOperation):
        return _of_both(query, scope)
    if not isinstance(query, exp.Select):
        raise EvalstoreError(f"expected a select, found {query.sql(dialect='duckdb')[:80]}")
    return _of_select(query, scope)


def _of_both(query: exp.SetOperation, scope: Scope) -> Rows:
    left, right = reads(query.left, scope), reads(query.right, scope)
    columns = {
        name: ours | theirs
        for (name, ours), theirs in zip(left.columns.items(), right.columns.values(), strict=True)
    }
    rows = left.rows | right.rows
    if query.args.get("distinct") or not isinstance(query, exp.Union):
        rows |= _all(columns.values())
    return Rows(columns, rows)


def _of_select(select: exp.Select, scope: Scope) -> Rows:
    joins = select.args.get("joins") or []
    from_ = select.args.get("from_")
    sources = [from_, *joins] if from_ is not None else joins
    where = select.args.get("where")
    rows = NOTHING
    for source in sources:
        found = _source(source.this, scope)
        conditions = [node for node in (where and where.this, source.args.get("on")) if node]
        alias = source.this.alias_or_name
        scope.sources[alias] = found
        scope.sources[alias] = _of_kinds(found, alias, conditions, scope)
        rows |= scope.sources[alias].rows
    for source in sources:
        if source.args.get("using"):
            raise EvalstoreError("a join by names is to be spelled out")
        if source.args.get("on") is not None:
            rows |= _read(source.args["on"], scope).all
    for key in ("where", "group", "having", "qualify"):
        if select.args.get(key) is not None:
            rows |= _read(select.args[key], scope).all
    if select.args.get("limit") is not None and select.args.get("order") is not None:
        rows |= _read(select.args["order"], scope).all
    columns = {item.alias_or_name: _read(item.unalias(), scope) for item in select.selects}
    if select.args.get("distinct") is not None:
        rows |= _all(columns.values())
    return Rows(columns, rows)


def _source(node: exp.Expr, scope: Scope) -> Rows:
    if isinstance(node, exp.Values):
        names = node.args["alias"].columns
        return Rows({name.name: Column() for name in names})
    if isinstance(node, exp.Subquery):
        return _renamed(reads(node.this, scope.within()), node)
    if not isinstance(node, exp.Table):
        raise EvalstoreError(f"no source of rows is known: {node.sql(dialect='duckdb')[:80]}")
    if not node.db and node.name in scope.expressions:
        return scope.expressions[node.name]
    return scope.find(f"{node.db}.{node.name}")


def _renamed(found: Rows, node: exp.Expr) -> Rows:
    """Return columns under the names that an alias lists, if it does."""
    alias = node.args.get("alias")
    names = [name.name for name in alias.columns] if alias is not None else []
    if not names:
        return found
    return Rows(dict(zip(names, found.columns.values(), strict=True)), found.rows)


def _of_kinds(found: Rows, alias: str, conditions: Iterable[exp.Expr], scope: Scope) -> Rows:
    """Return a source of events with the kinds that conditions on it choose."""
    kinds: frozenset[str] = frozenset()
    for condition in conditions:
        for part in condition.flatten() if isinstance(condition, exp.And) else [condition]:
            kinds = kinds or _kinds_in(part, alias, scope)
    if not kinds:
        return found

    def chosen(origins: Origins) -> Origins:
        return frozenset(
            origin if origin.name != ANY_KIND else origin._replace(name=kind)
            for origin in origins
            for kind in kinds
        )

    columns = {
        name: Column(chosen(column.values), chosen(column.filters))
        for name, column in found.columns.items()
    }
    return Rows(columns, chosen(found.rows))


def _kinds_in(part: exp.Expr, alias: str, scope: Scope) -> frozenset[str]:
    """Return the kinds that a condition names, or those of the events whose id it compares."""
    while isinstance(part, exp.Paren):
        part = part.this
    if isinstance(part, exp.In) and _is_event(part.this, alias, "kind", scope):
        literals = part.expressions
        if literals and all(isinstance(item, exp.Literal) for item in literals):
            return frozenset(item.name for item in literals)
    if not isinstance(part, exp.EQ):
        return frozenset()
    for own, other in ((part.left, part.right), (part.right, part.left)):
        if _is_event(own, alias, "kind", scope) and isinstance(other, exp.Literal):
            return frozenset([other.name])
        if _is_event(own, alias, "event_id", scope) and isinstance(other, exp.Column):
            known = other.table in scope.sources
            return scope.kinds_of(scope.column(other).values) if known else frozenset()
    return frozenset()


def _is_event(node: exp.Expr, alias: str, name: str, scope: Scope) -> bool:
    if not isinstance(node, exp.Column) or node.table != alias:
        return False
    return scope.column(node).values == {Origin(ANY_KIND, ":", name)}


def _read(node: exp.Expr, scope: Scope) -> Column:
    """Return what an expression is computed from."""
    if isinstance(node, exp.Column):
        # The parameter of a lambda has no source.
        return scope.column(node) if node.table else Column()
    if isinstance(node, exp.Is) and _is_payload(node.this, scope):
        # Whether it was taken out, whatever it says.
        return Column(_read(node.this, scope).values)
    if is_json_field(node):
        return _of_field(node, scope)
    for kind, read in READERS.items():
        if isinstance(node, kind):
            return read(node, scope)
    return _together(_read(child, scope) for child in node.iter_expressions())


def _of_query(node: exp.Expr, scope: Scope) -> Column:
    inner = reads(node, scope.within())
    return _together(inner.columns.values()) | Column(NOTHING, inner.rows)


def _of_list(node: exp.Expr, scope: Scope) -> Column:
    elements = tuple(_read(item, scope) for item in node.expressions)
    return replace(_together(elements), elements=elements)


def _of_element(node: exp.Expr, scope: Scope) -> Column:
    listed = _read(node.this, scope)
    places = node.expressions
    if listed.elements and len(places) == 1 and isinstance(places[0], exp.Literal):
        # The parser counts them from 0.
        return listed.elements[int(places[0].name)]
    return _together([listed, *(_read(place, scope) for place in places)])


def _of_window(node: exp.Expr, scope: Scope) -> Column:
    parts = [*(node.args.get("partition_by") or []), node.args.get("order")]
    chosen = _together(_read(part, scope) for part in parts if part is not None)
    return _read(node.this, scope) | chosen.as_filter


READERS: dict[type[exp.Expr], Callable[[exp.Expr, Scope], Column]] = {
    exp.Window: _of_window,
    exp.Query: _of_query,
    exp.Array: _of_list,
    exp.Bracket: _of_element,
}


def _of_field(node: exp.Expr, scope: Scope) -> Column:
    """Return the field of a document: of a payload, or of a column that is one."""
    document = _read(node.expressions[0], scope)
    path = path_of(node)

    def inside(origins: Origins) -> Origins:
        return frozenset(_field(origin, path) for origin in origins)

    return Column(inside(document.values), document.filters)


def _field(origin: Origin, path: list[str]) -> Origin:
    if origin.separator == ":" and origin.field == PAYLOAD and path:
        return Origin(origin.name, ".", ".".join(path))
    if origin.separator == "." and origin.name in (*schemas.kinds(), ANY_KIND):
        return origin._replace(field=".".join([origin.field, *path]))
    return origin


def _is_payload(node: exp.Expr, scope: Scope) -> bool:
    if not isinstance(node, exp.Column) or not node.table:
        return False
    return all(origin[1:] == (":", PAYLOAD) for origin in scope.column(node).values)


def _together(columns: Iterable[Column]) -> Column:
    values, filters = NOTHING, NOTHING
    for column in columns:
        values, filters = values | column.values, filters | column.filters
    return Column(values, filters)


def _all(columns: Iterable[Column]) -> Origins:
    return _together(columns).all


def of_relation(name: str, columns: Iterable[str]) -> Rows:
    """Return the columns of a relation as origins of their own."""
    return Rows(
        {column: Column(frozenset([Origin(name, ".", column)])) for column in columns},
        frozenset([Origin(name, ".", ROWS)]),
    )
