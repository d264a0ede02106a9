"""The dictionary says of a store's relations, columns and macros all there is, and no more."""

import re
from pathlib import Path

import duckdb
import pytest

from evalstore.metrics.catalog import catalog
from evalstore.metrics.dictionary import columns
from evalstore.metrics.dictionary.columns import TYPES, recorded, sentences
from evalstore.metrics.dictionary.examples import examples, written
from evalstore.metrics.dictionary.joins import joins
from evalstore.metrics.dictionary.relations import FIRST, dictionary, files, find, searched
from tests.docs.blocks import blocks_of, unmarked
from tools.dictionary import drawing, reference
from tools.dictionary.column_types import QUERIES, to_json, types_of

# They have a single row, or none.
WITHOUT_GRAIN = {"log.fingerprint", "log.refusals"}
DOCS = Path(__file__).parents[3] / "docs"
RELATIONS = [one for one in dictionary().values() if not one.is_macro]
MACROS = [one for one in dictionary().values() if one.is_macro]


def test_types_are_those_of_the_database(capitals):
    """Each relation, its columns and their types as DuckDB has them; `make docs` mends it."""
    rows = capitals.execute(
        "select schema_name || '.' || table_name, column_name, data_type from duckdb_columns() "
        "where database_name = current_database() and not internal "
        "order by table_oid, column_index"
    ).fetchall()
    expected = {name: [] for name, _, _ in rows}
    for name, column, type_name in rows:
        expected[name].append((column, type_name))
    found = {one.name: [(own.name, own.type) for own in one.columns] for one in RELATIONS}

    assert sorted(expected) == sorted(found)
    assert [] == [name for name in expected if expected[name] != found[name]]


def test_macros_are_those_of_the_database(capitals):
    """Each macro with its parameters; `make docs` mends it."""
    rows = capitals.execute((QUERIES / "described_objects.sql").read_text("utf-8")).fetchall()
    expected = {name: (kind, names) for name, kind, names in rows if names is not None}
    found = {one.name: (one.kind, [own.name for own in one.parameters]) for one in MACROS}

    assert expected == found


def test_examples_are_those_of_the_demo(capitals):
    """Values are read from the demo's events; `make docs` mends it."""
    names = ["facts.cases", "facts.runs", "macros.wilson_low", "metrics.accuracy"]

    assert {name: recorded()[name] for name in names} == {
        name: {**one, "columns": {own: list(typed) for own, typed in one["columns"].items()}}
        for name, one in types_of(capitals, names).items()
    }


def test_types_are_one_line_a_relation():
    """The file is what the program writes, so that two changes of it go together."""
    assert TYPES.read_text(encoding="utf-8") == to_json(recorded())


def test_every_relation_has_a_sentence_and_a_grain():
    """They stand in the comment that opens its file."""
    found = dictionary().values()

    assert [] == [one.name for one in found if one.sentence[-1:] not in {".", ":"}]
    assert [] == [one.name for one in RELATIONS if not one.grain and one.name not in WITHOUT_GRAIN]
    assert [] == [
        (one.name, key) for one in RELATIONS for key in set(one.grain) - set(one.column_names)
    ]


def test_every_column_has_a_sentence_and_an_example():
    """Write them in evalstore/metrics/dictionary/columns.toml, beside the name of the column."""
    found = [(one, own) for one in dictionary().values() for own in one.columns]

    assert [] == [
        f"{one.name}.{own.name}" for one, own in found if own.sentence[-1:] not in {".", ":"}
    ]
    assert [] == [f"{one.name}.{own.name}" for one, own in found if own.example == ""]


def test_every_parameter_has_a_sentence_and_every_macro_a_call():
    """Write them in evalstore/metrics/dictionary/columns.toml, below [parameters] and [macros]."""
    assert [] == [
        f"{one.name}({own.name})"
        for one in MACROS
        for own in one.parameters
        if not own.sentence.endswith(".")
    ]
    assert [] == [one.name for one in MACROS if f"{one.name}(" not in one.call]


def test_no_entry_is_left_of_a_column_that_is_gone():
    """Every name in columns.toml is one of a relation, a macro or a parameter."""
    named = {own.name for one in dictionary().values() for own in one.columns}
    parameters = {own.name for one in MACROS for own in one.parameters}
    left = [f"columns.{name}" for name in sentences()["columns"].keys() - named - parameters]
    left += [f"parameters.{name}" for name in sentences()["parameters"].keys() - parameters]
    left += [
        f"macros.{name}" for name in sentences()["macros"] if f"macros.{name}" not in recorded()
    ]
    families = {f"metrics/{metric.family}" for metric in catalog().values()}
    for section, entries in sentences().items():
        kind, _, relation = section.partition(".")
        if kind == "relations" and relation not in families:
            own = recorded().get(relation, {"columns": {}})["columns"]
            left += [f"{relation}.{name}" for name in entries.keys() - own.keys()]

    assert [] == left


def test_examples_have_the_type_of_their_column(capitals):
    """An example that was cut short, or stands for a hash, need not be whole."""
    pairs = {
        (own.type, own.example)
        for one in RELATIONS
        for own in one.columns
        if own.type not in {"VARCHAR", "BLOB"} and own.example and "…" not in own.example
    }
    wrong = []
    for type_name, example in sorted(pairs):
        try:
            capitals.execute(f"select cast($example as {type_name})", {"example": example})
        except duckdb.Error:
            wrong.append((type_name, example))

    assert [] == wrong


@pytest.mark.sweep
def test_written_queries_run_on_the_demo(capitals):
    """Each reads what is there, and some have rows; that of all metrics takes a second to plan."""
    counts = {
        name: len(capitals.execute(one.sql).fetchall())
        for name, one in written().items()
        if "metrics.all_metrics" not in one.relations
    }

    assert sum(map(bool, counts.values())) > len(counts) / 2
    assert all(one.question.endswith(".") for one in written().values())
    assert [] == [
        (name, relation)
        for name, one in written().items()
        for relation in one.relations
        if relation not in files()
    ]


def test_every_relation_has_a_query(capitals):
    """Those that nobody wrote name columns that are there; a query of a macro is its call."""
    made_up = {
        relation.name: statement
        for relation in dictionary().values()
        for statement in {one.sql for one in examples(relation)}
        if statement not in {one.sql for one in written().values()}
    }

    assert len(made_up) > 50
    assert capitals.extract_statements(";".join(made_up.values()))
    assert [] == [
        (name, own)
        for name, statement in made_up.items()
        if statement.startswith("select ") and name.startswith("metrics.")
        for own in statement.partition("\n")[0].removeprefix("select ").split(", ")
        if own not in find(name).column_names
    ]
    for name in ("metrics.ece_equal_mass", "metrics.critic_mae", "macros.pass_at"):
        capitals.execute(made_up[name])


def test_joins_bind(capitals):
    """Each clause names columns that both sides have, and DuckDB takes it."""
    found = [(relation, join) for relation in RELATIONS for join in joins(relation)]

    assert [] == [
        (relation.name, join.clause)
        for relation, join in found
        for key in join.keys
        if key not in relation.column_names or key not in find(join.relation).column_names
    ]
    for name in ("facts.scored", "facts.regressions"):
        for join in joins(find(name)):
            capitals.execute(f"select 1 from {name} {join.clause} limit 1")
    assert [False, True] == [
        bool(join.compared)
        for join in joins(find("facts.regressions"))
        if join.relation == "facts.answers"
    ]


def test_a_join_says_how_many_rows_it_finds():
    """A run has many cases, a verdict is of one case."""
    by_name = {join.relation: join for join in joins(find("facts.runs"))}
    of_verdicts = {join.relation: join for join in joins(find("facts.verdicts"))}

    assert not by_name["facts.cases"].is_one
    assert of_verdicts["facts.cases"].is_one
    assert of_verdicts["facts.cases"].keys == ("run_id", "case_id")


def test_what_comes_first_is_for_asking():
    """None of it is a helper of metrics."""
    assert [] == [name for name in FIRST if name in dictionary() and find(name).purpose]


def test_a_search_finds_what_sentences_say():
    """The words may stand in the name or the sentence, of a relation or a column."""
    found = searched("how sure", dictionary().values())

    assert "confidence" in [column.name for _, column in found if column]


def test_the_narrowest_sentence_wins():
    """Key by key: the relation's own, the header of the metric, its family, the name."""
    narrow = {own.name: own for own in find("metrics.cohen_kappa").columns}

    assert columns.described("facts.case_attributes", "value")["example"] == "hard"
    assert narrow["scored_count"].unit == "answers"
    assert narrow["cohen_kappa"].sentence == catalog()["cohen_kappa"].sentence


def test_the_drawing_is_fresh():
    """It shows each relation it joins by the columns that both have; `make docs` writes it."""
    picture = DOCS / "images" / "relations.svg"

    assert picture.read_text(encoding="utf-8") == drawing.drawing()
    assert "images/relations.svg" in reference.reference()


def test_the_page_has_every_relation_and_macro():
    """`make site` writes it: a relation to ask has a heading, the others a row of a table."""
    text = reference.reference()
    listed = {*re.findall(r"^### (\S+)$", text, re.MULTILINE)}
    listed |= {*re.findall(r"^\| `(?:from )?([a-z_]+\.\w+)[(`]", text, re.MULTILINE)}

    assert [] == sorted(dictionary().keys() - listed)


def test_the_links_of_the_page_lead_somewhere():
    """To a page or picture that is kept, or to a heading of its own."""
    text = reference.reference()
    headings = {
        re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    }
    links = re.findall(r"\]\(([^)#:]*)#?([^):]*)\)", text)

    assert len(links) > 30
    assert [] == [link for link in links if link[0] and not (DOCS / link[0]).exists()]
    assert [] == [link for link in links if not link[0] and link[1] not in headings]


def test_the_blocks_of_the_page_are_queries_or_text():
    """As on every other page, no block is of a language that nothing runs."""
    found = blocks_of("tables.md", reference.reference())

    assert len(found) > 50
    assert [] == [finding for block in found if (finding := unmarked(block))]
