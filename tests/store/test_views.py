"""Views defined over placeholders are those that are defined over the views they read."""

import pytest

from evalstore.store import connections
from evalstore.store.facts import definitions, schema, views


@pytest.fixture
def made():
    """Return a function that defines all views in an empty database, in one transaction."""
    opened = []

    def fresh():
        connection = connections.connect()
        opened.append(connection)
        connection.execute("attach ':memory:' as evalstore")
        connections.make_current(connection, connections.DATABASE)
        schema.in_transaction(connection, schema.create)
        return connection

    yield fresh
    for connection in opened:
        connection.close()


@pytest.fixture(scope="module")
def bottom_up():
    """A database whose views are defined over the views that they read."""
    with connections.connect() as connection:
        connection.execute("attach ':memory:' as evalstore")
        connections.make_current(connection, connections.DATABASE)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(views, "_recorded", lambda _statements: {})
            schema.create(connection)
        yield connection


def columns_of(connection):
    sql = views.sql_files.read("sql/log/view_columns").rstrip()
    return connection.execute(
        f"from ({sql}) order by view_name", {"schemas": list(views.SCHEMAS)}
    ).fetchall()


def without_a_column(columns):
    return dict(list(columns.items())[1:])


def of_another_type(columns):
    return {**columns, next(iter(columns)): "BLOB"}


def in_another_order(columns):
    return dict(reversed(columns.items()))


def test_views_over_placeholders_are_the_same(made, bottom_up, monkeypatch):
    """Definitions and columns are those of views defined one after the other, and all answer."""
    placeholders_used = []
    placed = views._are_defined_over_placeholders
    monkeypatch.setattr(
        views,
        "_are_defined_over_placeholders",
        lambda *arguments: placeholders_used.append(placed(*arguments)) or placeholders_used[-1],
    )
    connection = made()
    columns = columns_of(connection)

    assert [True] == placeholders_used
    assert columns_of(bottom_up) == columns
    assert definitions.objects(bottom_up) == definitions.objects(connection)
    for name, _, _ in columns:
        connection.execute(f"from {name} limit 0")


@pytest.mark.thinned(5)
@pytest.mark.parametrize("name", ["facts.answers", "facts.case_values", "metrics.accuracy"])
@pytest.mark.parametrize("change", [without_a_column, of_another_type, in_another_order])
def test_outdated_columns_change_no_view(made, bottom_up, monkeypatch, name, change):
    """Where the recorded columns are not those of a view, the views are defined without them."""
    recorded = views._recorded

    def outdated(statements):
        columns = recorded(statements)
        return {**columns, name: change(columns[name])}

    monkeypatch.setattr(views, "_recorded", outdated)
    connection = made()

    assert columns_of(bottom_up) == columns_of(connection)
    assert definitions.objects(bottom_up) == definitions.objects(connection)


def test_a_view_without_recorded_columns_is_defined(made, bottom_up, monkeypatch):
    """A view that was just added has no recorded columns yet."""
    recorded = views._recorded
    monkeypatch.setattr(
        views,
        "_recorded",
        lambda statements: {
            name: columns
            for name, columns in recorded(statements).items()
            if name != "metrics.accuracy"
        },
    )

    assert columns_of(bottom_up) == columns_of(made())
