"""
A marimo notebook on a store: select a run, read its metrics and failures, compare, query in SQL.

    evalstore notebook --store warehouse           # a copy of your own, open to be edited
    marimo run notebook.py -- --store warehouse    # as a page without the code
    python notebook.py --store warehouse           # runs every cell, prints nothing

Each cell opens the store, reads and closes it again: no fold waits for a notebook.
"""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="full", app_title="evalstore")


@app.cell
def _():
    import marimo as mo

    import evalstore

    return evalstore, mo


@app.cell
def _(evalstore, mo):
    store_folder = str(mo.cli_args().get("store") or "warehouse")
    store = evalstore.open(store_folder)
    # Whatever takes a connection of Python's can read the store through this one.
    warehouse = store.connection()
    return store, store_folder, warehouse


@app.cell
def _(mo):
    import re

    import polars as pl

    from evalstore.errors import EvalstoreError

    def unlinked(text):
        """Put a word joiner, which has no width, into addresses: a table would load images."""
        return None if text is None else re.sub(r"(?i)(https?:|^data:)", "\\1\u2060", text)

    def shown(frame, **options):
        """Return a table of marimo that loads nothing, whatever its texts are."""
        for name, kind in frame.schema.items():
            if kind.is_nested():
                frame = frame.with_columns(pl.Series(name, [*map(str, frame[name].to_list())]))
        texts = [name for name, kind in frame.schema.items() if kind == pl.String]
        options.setdefault("selection", None)
        return mo.ui.table(frame, format_mapping=dict.fromkeys(texts, unlinked), **options)

    def result_or_reason(call):
        """Return what a call gives, or in words why it gives nothing."""
        try:
            return call()
        except EvalstoreError as error:
            return mo.plain_text(str(error))

    return result_or_reason, shown


@app.cell
def _(mo, store_folder):
    read_again = mo.ui.run_button(label="Reload the store")
    mo.vstack([mo.md("# Evaluation results"), mo.plain_text(store_folder), read_again])
    return (read_again,)


@app.cell
def _(mo, read_again, warehouse):
    read_again.value
    runs = mo.sql(
        """
        with decisions as (
            select run_id, max(evaluated_at) as decided_at
            from facts.gates
            where not is_foreign
            group by run_id
        )
        select
            run_id, suite, run_number, week, git_sha[:8] as commit, started_at, run_status,
            decided_at
        from facts.commits
        left join decisions using (run_id)
        order by started_at desc nulls last, run_id
        """,
        engine=warehouse,
        output=False,
    )
    return (runs,)


@app.cell
def _(mo, runs, shown):
    mo.stop(runs.is_empty(), mo.md("The store has no runs; `evalstore ingest PATH` adds one."))
    # The run that a gate decided last, else the newest.
    first = runs["decided_at"].arg_max() or 0
    chosen_run = shown(
        runs, selection="single", initial_selection=[first], label="Runs: select one"
    )
    chosen_run
    return (chosen_run,)


@app.cell
def _(chosen_run, mo, store):
    mo.stop(chosen_run.value.is_empty(), mo.md("Select a run."))
    run_id = chosen_run.value["run_id"].item()
    # In the statements that use it, $run is the run that was chosen.
    of_run = store.connection(run=run_id)
    return of_run, run_id


@app.cell
def _(mo):
    mo.md("""
    ## Accuracy

    Each value has a 95 % interval. Errors are excluded and counted separately.
    """)
    return


@app.cell
def _(mo, of_run, shown):
    accuracy = mo.sql(
        """
        select
            system_id, slice_name, slice_value, scored_count, missing_count, error_count,
            accuracy, ci_low, ci_high
        from metrics.accuracy
        where run_id = $run and is_primary_validator and slice_name in ('all', 'domain')
        order by slice_name, slice_value, system_id
        """,
        engine=of_run,
        output=False,
    )
    shown(accuracy)
    return (accuracy,)


@app.cell
def _(mo, of_run):
    measured = mo.sql(
        """
        select distinct metric
        from metrics.all_metrics
        where run_id = $run and value is not null
        order by metric
        """,
        engine=of_run,
        output=False,
    )
    chosen_metric = mo.ui.dropdown(
        measured["metric"].to_list(),
        value=next(iter(measured["metric"].to_list()), None),
        label="Metric",
    )
    chosen_slice = mo.ui.dropdown(
        {"one bar for each system": None, "by domain": "domain"},
        value="by domain",
        label="drawn",
    )
    mo.hstack([chosen_metric, chosen_slice], justify="start")
    return chosen_metric, chosen_slice


@app.cell
def _(chosen_metric, chosen_slice, mo, result_or_reason, run_id, store):
    mo.stop(chosen_metric.value is None, mo.md("No metric has a value for this run."))
    result_or_reason(
        lambda: store.chart(chosen_metric.value, run=run_id, slice=chosen_slice.value)
    )
    return


@app.cell
def _(mo):
    mo.md("""
    ## Failures

    Select a row to read its prompt, its reply and the verdict of each validator.
    """)
    return


@app.cell
def _(mo, of_run, shown):
    failures = mo.sql(
        """
        select
            system_id, case_id, attempt, domain, status, outcome, expected, answer, confidence,
            reason
        from facts.answers
        where run_id = $run and (not is_right or status = 'error')
        order by system_id, case_id, attempt
        """,
        engine=of_run,
        output=False,
    )
    chosen_failure = shown(
        failures, selection="single", initial_selection=[0] if len(failures) else []
    )
    chosen_failure
    return (chosen_failure,)


@app.cell
def _(chosen_failure, mo, run_id, store):
    mo.stop(chosen_failure.value.is_empty(), mo.md("Nothing failed, or no row is selected."))

    def part(title, text):
        # As plain text: nothing that a model wrote is read as Markdown or HTML.
        return mo.vstack([mo.md(f"**{title}**"), mo.plain_text(str(text))], gap=0)

    _chosen = chosen_failure.value.row(0, named=True)
    _found = store.query(
        """
        from facts.answers
        where run_id = $run and system_id = $system and case_id = $case and attempt = $attempt
        """,
        run=run_id,
        system=_chosen["system_id"],
        case=_chosen["case_id"],
        attempt=_chosen["attempt"],
    )
    _answer = dict(zip(_found.columns, *_found.rows(), strict=True))
    mo.vstack(
        [
            part("Prompt", _answer["prompt"]),
            part("Reply", _answer["text"] or _answer["error"] or f"none: {_answer['status']}"),
            *[
                part("Verdict", f"{validator_id}: {verdict['outcome']}\n{verdict['reason']}")
                for validator_id, verdict in _answer["verdicts"].items()
            ],
        ]
    )
    return


@app.cell
def _(mo):
    mo.md("""
    ## Comparison with another run

    Paired: only cases that both runs have and both systems answered.
    """)
    return


@app.cell
def _(mo, run_id, runs):
    _this = runs.filter(run_id=run_id)
    _others = runs.filter((runs["suite"] == _this["suite"].item()) & (runs["run_id"] != run_id))
    # The one before it first, then older ones, then those that came after.
    _is_older = _others["run_number"] < _this["run_number"].item()
    _others = [*_others.filter(_is_older)["run_id"], *_others.filter(~_is_older)["run_id"]]
    chosen_baseline = mo.ui.dropdown(_others, value=next(iter(_others), None), label="Baseline")
    chosen_baseline
    return (chosen_baseline,)


@app.cell
def _(chosen_baseline, mo, result_or_reason, run_id, store):
    mo.stop(chosen_baseline.value is None, mo.md("This suite has no other run."))
    comparison = result_or_reason(lambda: store.compare(chosen_baseline.value, run_id))
    comparison
    return (comparison,)


@app.cell
def _(chosen_baseline, mo, run_id, shown, store):
    mo.stop(chosen_baseline.value is None)
    changes = mo.sql(
        """
        select system_id, validator_id, case_id, change, answer_before, answer
        from macros.regressions($baseline, $run)
        order by change, system_id, validator_id, case_id
        """,
        engine=store.connection(run=run_id, baseline=chosen_baseline.value),
        output=False,
    )
    shown(changes)
    return (changes,)


@app.cell
def _(mo):
    own_sql = mo.ui.code_editor(
        "select status, count(*) as n\nfrom facts.answers\nwhere run_id = $run\ngroup by all",
        language="sql",
        label="## SQL\n\nOne read-only statement; `$run` is the run selected above.",
    ).form(submit_button_label="Run", bordered=False)
    own_sql
    return (own_sql,)


@app.cell
def _(mo, of_run, own_sql, result_or_reason, shown):
    mo.stop(own_sql.value is None)
    result_or_reason(lambda: shown(mo.sql(own_sql.value, engine=of_run, output=False)))
    return


if __name__ == "__main__":
    app.run()
