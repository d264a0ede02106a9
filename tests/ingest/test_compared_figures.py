"""Figures that files report, compared with ours after a fold."""

from contextlib import contextmanager
from pathlib import Path

import pytest

from evalstore.errors import QueryError
from evalstore.ingest import reported
from evalstore.ingest.ingest import ingest
from evalstore.store.layout import Layout

FIXTURES = Path(__file__).parents[1] / "fixtures/openai_evals"


@pytest.mark.sweep
def test_figures_are_compared_where_they_do_not_fit(tmp_path, monkeypatch):
    """A bound of memory that is too small costs a second try, and no figure."""
    layout = Layout(tmp_path / "store")
    layout.create()
    tried = []

    @contextmanager
    def too_small(_connection, limit_bytes):
        tried.append(limit_bytes)
        yield
        raise QueryError("Out of Memory Error: failed to pin block")

    monkeypatch.setattr(reported, "bounded_memory", too_small)
    taken = ingest(layout, [str(FIXTURES)])

    assert [reported.COMPARING_BYTES] == tried
    assert str(taken.compared) == "6 agree, 0 differ, 16 not comparable"
