"""A store that reads tables by a map."""

import pytest

from evalstore.harnesses.ingest import IngestOptions, ingest
from evalstore.harnesses.mapped.event_map import EventMap
from evalstore.harnesses.mapped.sketch import sketched
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading

VERDICTS = """
    select
        'verdict_recorded' as kind,
        'r1' as run_id,
        record_number,
        {
            'case_id': id,
            'system_id': 'maia-2',
            'validator_id': 'human',
            'outcome': case mark when 'ok' then 'right' when 'no' then 'wrong' else 'unscored' end
        } as payload
    from records
"""


@pytest.fixture
def store(tmp_path):
    """Return an empty store with functions that read a table by a map, and that ask it."""
    layout = Layout(tmp_path / "store")
    layout.create()

    def read(content, sql=VERDICTS, name="marks.csv", **options):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        map_path = tmp_path / "map.sql"
        map_path.write_text(sql, encoding="utf-8")
        chosen = IngestOptions(event_map=EventMap.read(map_path), **options)
        return ingest(layout, [str(path)], chosen)

    def rows(sql):
        with reading(layout) as reader:
            return [tuple(row.values()) for row in reader.rows(sql)]

    read.layout, read.rows, read.verdicts = layout, rows, VERDICTS
    return read


@pytest.fixture
def sketch(tmp_path):
    """Return the map that is sketched of a file's content."""

    def of(content, name="results.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return sketched(path, name).text

    return of


@pytest.fixture
def carried_out(store, sketch):
    """Return a function that reads a table by the map that is sketched of it."""

    def carry_out(content, name="results.csv", **options):
        return store(content, sketch(content, name), name=name, **options)

    carry_out.rows = store.rows
    return carry_out
