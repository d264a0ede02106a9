"""Exceptions to the rules, each with its reason, and the order of the layers."""

# Each may import itself and those before it, nothing after it.
LAYERS = (
    "errors",
    "phrases",
    "sql_files",
    "text_table",
    "html_table",
    "student",
    "wilson",
    "minilm",
    "types",
    "knowledge",
    "drift",
    "cases",
    "systems",
    "validators",
    "suites",
    "schemas",
    "events",
    "metrics",
    "dictionary",
    "store",
    "ingest",
    "queries",
    "attempt_queries",
    "causes",
    "run_metrics",
    "counting",
    "analyses",
    "exports",
    "running",
    "writing",
    "gates",
    "charts",
    "reviews",
    "reports",
    "demo",
    "dbapi",
    "reads",
    "api",
    "pytest_plugin",
    "cli",
    "__main__",
)

# Where a statement is put together, and out of what. Never out of what a user or a file says.
GLUED_STATEMENTS = {
    "evalstore.analyses.paired.take_values": "the text of our own file",
    "evalstore.queries._values_of": "a metric of the catalog, columns of its grain",
    "evalstore.demo.column_types._columns_of": "names of our own database, calls of our own file",
    "evalstore.demo.column_types._result_of": "the calls of columns.toml",
    "evalstore.run_metrics._of_run": "a metric of the catalog, columns of its grain",
    "evalstore.causes._set_variable": "names in that module",
    "evalstore.events.classify.accept_fast": "the texts of our own files",
    "evalstore.ingest.event_lines._make_candidates": "the text of our own file",
    "evalstore.ingest.reported._look_only_at": "names in that module",
    "evalstore.ingest.pipeline._map": "the text of our own file",
    "evalstore.store.connections.make_current": "names of our own databases",
    "evalstore.store.connections._attach": (
        "a path, because ATTACH takes no parameters; a quote in it is doubled"
    ),
    "evalstore.store.facts._compute_table": "the tables of facts and the texts of their files",
    "evalstore.store.facts.compute_tables": "the text of our own file",
    "evalstore.store.facts.forget": "names in that function and the tables of facts",
    "evalstore.store.facts.store": "the tables of facts",
    "evalstore.store.fold._forget": "names in that function",
    "evalstore.store.incoming.with_leaves": "`leaf_hashes`, `new_events` or `log.events`",
    "evalstore.store.integrity._changed_facts": "the tables of facts",
    "evalstore.store.integrity._row_counts": "the tables of facts",
    "evalstore.store.schema._drop_views": "names of the catalog, quoted",
    "evalstore.store.schema.create": "the schemas of that module",
    "evalstore.store.schema.create_facts": "the tables of facts and the texts of their files",
    "evalstore.store.snapshot._copy_as": "paths and a checked version; ATTACH takes no parameters",
    "evalstore.store.verify_database._fact_findings": "the tables of facts",
}

# Where whatever comes is caught, how often, and why.
BROAD_CATCHES = {
    "evalstore.cli": (1, "the rim: an unexpected error becomes a sentence and an exit code"),
    "evalstore.cli._completion": (
        1,
        "a shell shows no traceback between the words that somebody types",
    ),
    "evalstore.validators._latex.worker": (
        1,
        "the libraries raise whatever they meet in untrusted LaTeX; the next line is answered",
    ),
    "evalstore.running.judging": (
        1,
        "a plugin's validator may raise anything, and the run goes on",
    ),
    "evalstore.types.verdict": (1, "what a plugin returns may refuse to be a text"),
    "evalstore.writing.buffer": (
        2,
        "an error in the thread that writes is raised where the caller records next",
    ),
    "evalstore.running.questions": (
        2,
        "a plugin's system may raise anything; threads hand errors over",
    ),
    "evalstore.writing.answering": (
        1,
        "a message is anybody's code, and must not hide the exception that it belongs to",
    ),
}

# Folders whose files are found by name, and by what.
FOUND_BY_NAME = {
    "evalstore/cases": "types.registry",
    "evalstore/charts": "render.named_chart",
    "evalstore/cli": "CommandFolder",
    "evalstore/drift/critic/features": "features.named",
    "evalstore/drift/critic/losses": "losses.named",
    "evalstore/ingest/formats": "detect.record_formats",
    "evalstore/reports/sections": "sections.names",
    "evalstore/suites": "types.registry",
    "evalstore/systems": "types.registry",
    "evalstore/validators": "types.registry",
}

# Definitions that only users, tests or benchmarks name.
OFFERED = {
    "evalstore.cli.format_commands": "click calls it for the help",
    "evalstore.cli._completion.format_completion": "click calls it for bash",
    "evalstore.cli._completion.get_completion_args": "as above",
    "evalstore.dbapi.adbc_get_info": "tools call it: PEP 249 or ADBC names it",
    "evalstore.dbapi.adbc_get_objects": "as above",
    "evalstore.dbapi.adbc_get_table_schema": "as above",
    "evalstore.dbapi.fetch_arrow_table": "as above",
    "evalstore.dbapi.fetchone": "as above",
    "evalstore.dbapi.rollback": "as above",
    "evalstore.dbapi.rowcount": "as above",
    "evalstore.drift.critic.critic.predict_with_uncertainty": "measured by benchmarks/critic.py",
    "evalstore.events.reference": "the tables of docs/events.md, which a test compares",
    "evalstore.pytest_plugin.hooks": "the entry point of the pytest plugin",
    "evalstore.pytest_plugin.hooks.evalcase": "its fixture",
    "evalstore.metrics.check": "the tests hold every view to it",
    "evalstore.reads.gate_decision.passed": "the Python API, for its users",
    "evalstore.store.result._repr_html_": "the Python API, for its users",
    "evalstore.store.result.df": "the Python API, for its users",
    "evalstore.store.result.pl": "the Python API, for its users",
    "evalstore.store.result.relation": "the Python API, for its users",
    "evalstore.store.result.to_dicts": "the Python API, for its users",
    "evalstore.writing.case.answering": "for loops that are to be timed",
    "evalstore.validators._taxonomy": "the tests hold every verdict to this closed list",
    "evalstore.validators._taxonomy.TAXONOMY": "as above",
}

# Modules that only a neighbour imports, which would fit into its file.
OWN_THOUGHT = {
    "evalstore.api": "the interface of the package, whose own file only names it",
    "evalstore.cli._compared": "the output of compare; with the command it fills a file",
    "evalstore.cli._tables": "the output of tables; with the command it fills a file",
    "evalstore.cli._drift_detect": "a subcommand; with the others it fills more than a file",
    "evalstore.cli._drift_robustness": "as above",
    "evalstore.cli._drift_train": "as above",
    "evalstore.cli._drift_tune": "as above",
    "evalstore.cli._drift_validate": "as above",
    "evalstore.reads": "what the Python API reads, apart from what it writes",
    "evalstore.pytest_plugin.carried": "the way from a worker, apart from the session",
    "evalstore.pytest_plugin.outcome": "the outcome of a test, apart from recording it",
    "evalstore.pytest_plugin.recording": "what is imported only where a store is named",
    "evalstore.reviews.baseline": "the choice of a run, apart from what is told of it",
    "evalstore.reviews.labels": "the taxonomy and its rules, apart from the cases",
    "evalstore.reports.page": "a page of what a report has gathered, its style, script and policy",
    "evalstore.running.read_files": "the data of a validator, apart from its code",
    "evalstore.running.validator_digest": "the identity of a validator, apart from its use",
    "evalstore.store.hashes": "the hashes that architecture.md defines and runs",
    "evalstore.store.query_error": "the text of an error, apart from the limits of a query",
    "evalstore.store.reading_only": "what a statement does, apart from the limits of a query",
    "evalstore.store.segment_index": "reading of the footers of segments",
    "evalstore.validators._answer_key": "keys of other tools' cases, apart from judging by them",
    "evalstore.validators._choices.choices": "one kind of answer, as numbers, dates and names are",
    "evalstore.validators._latex.process": "the process, apart from the formulas it compares",
    "evalstore.validators._contradiction.announced": "answers in a form, apart from prose",
    "evalstore.validators._contradiction.answer": "the reading, apart from the judgement on it",
    "evalstore.validators._contradiction.assertion": "the evidence, apart from its subject",
    "evalstore.validators._contradiction.conversation": "the input, apart from the judgement",
    "evalstore.validators._contradiction.reversal": "the comparison, apart from the reading",
    "evalstore.validators._names.numbers": "names that are numbers, beside _name_dates",
}

# Names with a word of words.NAMES that are published, or mean it as everybody does.
WORDS_LEFT = {
    "CAREFUL": "the name of a mock model in the logs of the demo",
    "unseen": "the word for a missed crisis in reports",
}
