"""The definitions of a database beside those of this installation."""

from pathlib import Path

import duckdb
import pytest

from evalstore.errors import CorruptStoreError
from evalstore.store import connections
from evalstore.store.facts import definitions


def test_the_hashes_are_those_of_a_fresh_store():
    """`make docs` writes them; where they are old, every check makes a fresh store first."""
    text = Path(definitions.__file__).with_suffix(".json").read_text(encoding="utf-8")

    assert definitions.to_json(definitions.of_fresh_store()) == text


@pytest.mark.sweep
def test_another_version_of_duckdb_compares_definitions(small, monkeypatch):
    """Where the hashes are of another version, a fresh store says the same."""
    monkeypatch.setattr(definitions, "_known", lambda: ("1.5.5", {}))
    with connections.attached_for_reading(small.layout) as connection:
        assert [] == definitions.differences(definitions.objects(connection))


def test_a_fold_refuses_a_macro_it_could_call(small, lines):
    """What a macro of main computes would go into the record, so nothing is folded."""
    with duckdb.connect(str(small.layout.database)) as connection:
        connection.execute("create macro main.sha256(text) as 'abc'")
    segments = sorted(small.layout.segments.iterdir())
    with pytest.raises(CorruptStoreError, match=r"macro main\.sha256.*evalstore rebuild"):
        small.add(lines.case("c9"))

    assert segments == sorted(small.layout.segments.iterdir())


@pytest.mark.sweep
def test_a_refresh_drops_what_another_version_had(small, monkeypatch):
    """After an upgrade nothing is left of views that are no more."""
    with duckdb.connect(str(small.layout.database)) as connection:
        connection.execute("create view metrics.former as select 1 as one")
        connection.execute("create macro macros.former(x) as x")
        connection.execute("create macro macros.former_table() as table select 1 as one")
        connection.execute("update log.fingerprint set views_sha256 = 'former'")
    small.fold()
    with connections.attached_for_reading(small.layout) as connection:
        assert [] == definitions.differences(definitions.objects(connection))
