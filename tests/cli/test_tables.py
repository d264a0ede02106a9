"""The data dictionary on the command line, with and without a store."""

import json
import warnings

import pytest


def test_the_list_says_each_relation_in_a_sentence(evalstore):
    """Those to begin with stand on top; helpers and macros only where --all asks for them."""
    found = evalstore("tables")

    assert found.code == 0
    assert found.out.startswith("Begin here")
    assert found.out.index("facts.failures") < found.out.index("facts.gates")
    assert "facts.claim_sums" not in found.out
    assert "facts.claim_sums" in evalstore("tables", "--all").out


@pytest.mark.parametrize("name", ["facts.failures", "failures", "FACTS.FAILURES"])
def test_a_relation_has_columns_joins_and_queries(evalstore, name):
    """With its schema or without; and it says what NULL means."""
    found = evalstore("tables", name).out

    assert "One row for each: run_id, system_id, case_id, attempt, validator_id." in found
    assert "join facts.runs using (run_id)" in found
    assert "NULL: no verdict was recorded." in found
    assert "from facts.failures" in found


def test_a_macro_has_parameters_and_a_result(evalstore):
    """Its example is a call with what it gives."""
    found = json.loads(evalstore("tables", "wilson_low", "--json").out)

    assert [own["name"] for own in found["parameters"]] == ["success_sum", "trial_count"]
    assert found["columns"][0]["example"] == "0.4902"


def test_json_has_what_the_text_has(evalstore):
    """Types, units and meanings of NULL by column."""
    found = json.loads(evalstore("tables", "facts.responses", "--json").out)
    [latency] = [own for own in found["columns"] if own["name"] == "latency_ms"]

    assert latency["type"] == "DOUBLE"
    assert latency["unit"] == "milliseconds"
    assert latency["null"] == "it is not known"
    assert len(json.loads(evalstore("tables", "--json", "--all").out)) > 150


def test_a_search_finds_columns_by_their_sentences(evalstore):
    """The word need not be in the name."""
    found = json.loads(evalstore("tables", "--search", "US dollars", "--json").out)

    assert "cost_usd" in [match["column"] for match in found]
    assert "no table, column or macro matches" in evalstore("tables", "--search", "zzz").out


def test_an_unknown_name_gets_the_closest(evalstore):
    """Nothing is printed to stdout."""
    found = evalstore("tables", "facts.failurs")

    assert found.code == 2
    assert found.out == ""
    assert "facts.failures" in found.err


def test_two_questions_are_one_too_many(evalstore):
    """A name and a search contradict each other."""
    assert evalstore("tables", "facts.runs", "--search", "run").code == 2


def test_a_current_store_is_passed_over_in_silence(evalstore, store):
    """And so is a folder without a store."""
    assert store.exists()
    assert evalstore("tables", "facts.runs").err == ""


def test_a_store_of_another_version_is_named(evalstore, store):
    """It says which relations the store lacks, and how to update it."""
    import duckdb

    with duckdb.connect(store / "evalstore.duckdb") as connection:
        connection.execute("drop view facts.failures")
        connection.execute('alter table facts.runs rename column seed to "se\x1b[31med"')
        connection.execute("update log.fingerprint set views_sha256 = 'other'")

    assert "missing in it: facts.failures" in evalstore("tables").err
    assert "there facts.runs has the columns run_id, suite, suite_version, se\\x1b[31med" in (
        evalstore("tables", "facts.runs").err
    )
    assert "run `evalstore fold` to update it" in evalstore("tables").err


def test_what_reads_a_store_of_another_version_says_so(evalstore, store):
    """On stderr, so that what is printed stays whole; in Python as a warning at the call."""
    import duckdb

    import evalstore as package

    assert evalstore("query", "select 1 as one").err == ""
    with duckdb.connect(store / "evalstore.duckdb") as connection:
        connection.execute("update log.fingerprint set views_sha256 = 'other'")
    for command in (("query", "select 1 as one", "--json"), ("runs",), ("show", "accuracy")):
        found = evalstore(*command)
        assert found.code == 0
        assert (
            "queries use the SQL of that version until you update: run `evalstore fold` to update "
            "it" in found.err
        )
        assert "SQL of that version" not in found.out
    with pytest.warns(package.OutdatedDatabaseWarning, match="SQL of that version") as warned:
        assert package.open(store).query("select 1").rows() == [(1,)]
    assert [__file__] == [one.filename for one in warned]
    notes = []
    with warnings.catch_warnings(action="error"):
        package.open(store).runs(on_note=notes.append)
    assert ["SQL of that version" in note for note in notes] == [True]


def test_comments_are_written_when_asked_for(evalstore, store, monkeypatch):
    """Alone, and into a store that this version made."""
    from evalstore.store.facts import comments

    monkeypatch.setattr(comments, "write", lambda _: 2000)

    assert store.exists()
    assert "2000 comments" in evalstore("tables", "--comment").out
    assert evalstore("tables", "facts.runs", "--comment").code == 2
    assert evalstore("tables", "--comment", "--store", "nothing").code == 4


def test_questions_lead_to_their_queries(evalstore):
    """Each question of the list stands behind the relation that shows its query."""
    listed = evalstore("tables").out
    found = evalstore("tables", "--search", "worst domain").out

    assert "Questions that have a query" in listed
    assert "metrics.accuracy" in found
    assert "min_by(accuracy.slice_value, accuracy.accuracy)" in evalstore("tables", "accuracy").out
