"""Exceptions to the rules, each with its reason, and the order of the layers."""

# Each line may import itself and the lines before it, nothing after it. Of several names that a
# module begins with the longest says its line.
LAYERS = (
    ("errors", "scale", "suites"),
    ("base",),
    ("plugins",),
    ("statistics.student", "statistics.wilson"),
    ("suites.epistemic.graphs", "suites.drift.engine"),
    (
        "suites.contradiction",
        "suites.drift",
        "suites.epistemic",
        "suites.hallucination",
        "suites.phenomenology",
        "suites.pictures",
        "suites.questions",
    ),
    (
        "running.chat",
        "running.replies",
        "running.simulation",
        "running.systems",
        "suites.controls",
        "suites.drift.systems",
        "suites.drift.training",
        "suites.epistemic.readers",
        "suites.epistemic.systems",
    ),
    ("running.model_calls",),
    ("judges",),
    (
        "suites.arguments",
        "suites.contradiction.contradiction",
        "suites.drift.drift",
        "suites.epistemic.epistemic",
        "suites.hallucination.hallucination",
        "suites.pictures.pictures",
        "suites.questions.derived_keys",
        "suites.questions.questions",
    ),
    ("events",),
    ("metrics",),
    ("metrics.dictionary",),
    ("scale.dialects",),
    ("store",),
    ("harnesses",),
    ("statistics",),
    ("suites.drift.analyses",),
    ("harnesses.exports",),
    ("scale.remotes",),
    ("running",),
    ("running.labels",),
    ("running.recording",),
    ("gates",),
    ("scale.lake",),
    ("reviews.charts",),
    ("suites.drift.charts",),
    ("reviews",),
    ("reviews.report",),
    ("suites.drift.report", "suites.epistemic.report"),
    ("reviews.grid",),
    ("reviews.outputs",),
    ("reviews.delivery",),
    ("reviews.site",),
    ("reviews.evidence",),
    ("reviews.vault",),
    ("api",),
    ("api.pytest_plugin",),
    ("cli",),
    ("__main__",),
)

# Where a statement is put together, and out of what. Never out of what a user or a file says.
GLUED_STATEMENTS = {
    "evalstore.store.explanation.bundles.bundling._compute": "the text of our own file",
    "evalstore.store.explanation.bundles.bundling._copy": "a table and a folder of our own",
    "evalstore.store.explanation.bundles.bundling.events_of": "names in that module",
    "evalstore.store.explanation.bundles.check._number_problems": "names of files it has read",
    "evalstore.gates.bundles.check.compared": "names in that function",
    "evalstore.store.explanation.differing._numbers": "names in that module",
    "evalstore.statistics.paired.take_values": "the text of our own file",
    "evalstore.scale.lake.job.lake_database.show": "names and types of our own tables",
    "evalstore.scale.lake.job.lake_database.withdraw": "the texts of our own files",
    "evalstore.scale.lake.job.lake_database.lake_database": "a name in our own module",
    "evalstore.store.query.queries._values_of": "a metric of the catalog, columns of its grain",
    "evalstore.store.query.run_metrics._of_run": "a metric of the catalog, columns of its grain",
    "evalstore.metrics.parameters._set_variables": "names of parameters that a header declares",
    "evalstore.metrics.parameters.set_macros": "names of parameters that a header declares",
    "evalstore.store.query.causes._set_variable": "names in that module",
    "evalstore.events.classify.accept_fast": "the texts of our own files",
    "evalstore.harnesses.event_lines._make_candidates": "the text of our own file",
    "evalstore.harnesses.reported._have_figures": "conditions in that module",
    "evalstore.harnesses.reported._look_only_at": "names in that module",
    "evalstore.harnesses.pipeline._map": "the text of our own file",
    "evalstore.store.connections.make_current": "names of our own databases",
    "evalstore.store.connections._attach": (
        "a path, because ATTACH takes no parameters; a quote in it is doubled"
    ),
    "evalstore.store.facts.facts_digest.has_short_texts": "names in that module",
    "evalstore.store.facts.facts_digest._rows_of": "the tables of facts and their columns",
    "evalstore.store.verify.attested._set": "names in that module",
    "evalstore.store.facts.facts_pack._packed": "the tables of facts",
    "evalstore.store.facts.facts._compute_table": (
        "the tables of facts and the texts of their files"
    ),
    "evalstore.store.facts.facts.compute_tables": "the text of our own file",
    "evalstore.store.facts.facts.forget": "names in that function",
    "evalstore.store.facts.facts.forget_stored": "names in that function and the tables of facts",
    "evalstore.store.facts.facts.store": "the tables of facts",
    "evalstore.store.log.fold._forget": "names in that function",
    "evalstore.store.log.incoming.with_leaves": "`leaf_hashes`, `new_events` or `log.events`",
    "evalstore.store.facts.facts_counts.compared": "the tables of facts",
    "evalstore.store.facts.facts_counts._row_counts": "the tables of facts",
    "evalstore.store.facts.schema._drop_views": "names of the catalog, quoted",
    "evalstore.store.facts.schema.create": "the schemas of that module",
    "evalstore.store.facts.schema.create_facts": (
        "the tables of facts and the texts of their files"
    ),
    "evalstore.store.query.snapshot._copy_as": (
        "paths and a checked version; ATTACH takes no parameters"
    ),
    "evalstore.store.facts.sums.create": "the tables of sums and the texts of their files",
    "evalstore.store.facts.sums.store": "as above",
    "evalstore.store.facts.sums._stored": "as above",
    "evalstore.store.facts.sums._select": "names in that function",
    "evalstore.store.facts.sums.differences": "as above, and their columns",
    "evalstore.statistics.contributions.__init__": "the names and the texts of our own files",
    "evalstore.store.verify.verify_facts.rows_of_others": "the tables of facts and of sums",
}

# Modules that open files which nobody outside names: of the package, or of the store.
OWN_FILES = {
    "evalstore.store.explanation.bundles.bundling": "files that it wrote, or of the package",
    "evalstore.store.explanation.bundles.check": "files of a bundle, where evalstore is missing",
    "evalstore.gates.bundles.bundling": "files that it wrote, or of the package",
    "evalstore.gates.bundles.check": "files of a bundle, where evalstore is missing",
    "evalstore.base.input_file": "the functions that open all others",
    "evalstore.base.word_file": "words of the package",
    "evalstore.suites.hallucination.drafts.draft": "data of the package",
    "evalstore.reviews.charts.drawing.rows": "statements of the package",
    "evalstore.cli.notebook": "the notebook of the package",
    "evalstore.scale.dialects.relations": "statements of the package",
    "evalstore.metrics.dictionary.examples": "as above",
    "evalstore.gates.preset": "presets of the package",
    "evalstore.harnesses.inspect.zip_members": "a file that is open already",
    "evalstore.harnesses.offered_files": "a stream that is stated, such as /dev/fd/63",
    "evalstore.harnesses.pending_file": "code of the package",
    "evalstore.scale.lake.job.lake_database": "files of a lake, which Spark lists",
    "evalstore.reviews.grid.page": "style and script of the package",
    "evalstore.reviews.report.page": "style and script of the package",
    "evalstore.events.schemas": "schemas of the package",
    "evalstore.reviews.site.build": "code of the package",
    "evalstore.reviews.evidence.first_page": "style of the package",
    "evalstore.reviews.evidence.pack": "a text of the package",
    "evalstore.reviews.evidence.run_card": "a schema of the package",
    "evalstore.store.facts.comments": "definitions of the package",
    "evalstore.store.connections": "LOCK of the store",
    "evalstore.store.facts.facts_pack": "a pack whose bytes were hashed just before",
    "evalstore.plugins.registry": "code of a plugin",
}

# Where whatever comes is caught, how often, and why.
BROAD_CATCHES = {
    "evalstore.cli": (1, "the rim: an unexpected error becomes a sentence and an exit code"),
    "evalstore.cli._completion": (
        1,
        "a shell shows no traceback between the words that somebody types",
    ),
    "evalstore.base.encoders.cross_encoder_folder": (
        1,
        "the library of the tokenizer raises Exception itself",
    ),
    "evalstore.base.encoders.encoder": (1, "the library of the tokenizer raises Exception itself"),
    "evalstore.reviews.delivery.delivering": (
        1,
        "what a thread does not catch Python prints, and its text may hold a secret",
    ),
    "evalstore.judges.text.latex.worker": (
        1,
        "the libraries raise whatever they meet in untrusted LaTeX; the next line is answered",
    ),
    "evalstore.running.judging": (
        1,
        "a plugin's validator may raise anything, and the run goes on",
    ),
    "evalstore.plugins.verdict": (1, "what a plugin returns may refuse to be a text"),
    "evalstore.running.recording.buffer": (
        2,
        "an error in the thread that writes is raised where the caller records next",
    ),
    "evalstore.running.questions": (
        2,
        "a plugin's system may raise anything; threads hand errors over",
    ),
    "evalstore.running.recording.answering": (
        1,
        "a message is anybody's code, and must not hide the exception that it belongs to",
    ),
}

# Folders whose files are found by name, and by what; of those that end in `*`, the file that has
# the name of its folder, and of formats also the one that recognises their files.
FOUND_BY_NAME = {
    "evalstore/cli": "CommandFolder",
    "evalstore/harnesses/*": "detect.record_formats",
    "evalstore/judges/*": "plugins.registry",
    "evalstore/reviews/charts": "render.named_chart",
    "evalstore/reviews/report/sections": "sections.names",
    "evalstore/running/systems": "plugins.registry",
    "evalstore/scale/dialects/engines": "transpiling.transpiled",
    "evalstore/suites/*": "plugins.registry",
    "evalstore/suites/*/cases": "plugins.registry",
    "evalstore/suites/*/charts": "render.named_chart",
    "evalstore/suites/*/report": "sections.names",
    "evalstore/suites/*/systems": "plugins.registry",
    "evalstore/suites/drift/engine/critic/features": "features.named",
    "evalstore/suites/drift/engine/critic/losses": "losses.named",
    "evalstore/suites/drift/engine/critic/networks": "networks.named",
}

# The end of the name of a module that recognises the files of the format that its folder names.
RECOGNISER = "_files"

# Folders of SQL that is found by name: questions of the dictionary, functions of other engines.
SQL_FOUND_BY_NAME = ("sql/dictionary/", "sql/dialects/functions/")

# SQL files that create an object of another name. Their names are part of the fingerprint of
# tables: renamed, every store would have its facts computed anew.
UNNAMED_OBJECTS = {
    "sql/fold/first_revisions.sql": "accepted_revisions, if no subject was there before",
    "sql/fold/no_new_events.sql": "new_events, without any",
    "sql/fold/segment_events.sql": "new_events, of a segment",
    "sql/fold/source_names.sql": "source_name, for few sources",
    "sql/fold/source_texts.sql": "source_name, for many sources",
}

# Definitions that only users, tests or benchmarks name.
OFFERED = {
    "evalstore.scale.dialects.engines._sqlglot": "imported by name, for dialects without a file",
    "evalstore.cli._commands.format_commands": "click calls it for the help",
    "evalstore.cli.kg.describe": "click calls it: a subcommand",
    "evalstore.cli._completion.format_completion": "click calls it for bash",
    "evalstore.cli._completion.get_completion_args": "as above",
    "evalstore.base.former_names.create_module": "the import system calls it",
    "evalstore.base.former_names.exec_module": "as above",
    "evalstore.api.dbapi.adbc_get_info": "tools call it: PEP 249 or ADBC names it",
    "evalstore.api.dbapi.adbc_get_objects": "as above",
    "evalstore.api.dbapi.adbc_get_table_schema": "as above",
    "evalstore.api.dbapi.fetch_arrow_table": "as above",
    "evalstore.api.dbapi.fetchone": "as above",
    "evalstore.api.dbapi.rollback": "as above",
    "evalstore.api.dbapi.rowcount": "as above",
    "evalstore.reviews.delivery.session.get_redirect_target": "requests calls it",
    "evalstore.suites.drift.engine.critic.critic.predict_with_uncertainty": (
        "measured by benchmarks/critic.py"
    ),
    "evalstore.api.pytest_plugin.hooks": "the entry point of the pytest plugin",
    "evalstore.api.pytest_plugin.hooks.evalcase": "its fixture",
    "evalstore.metrics.check": "the tests hold every view to it",
    "evalstore.api.writes.gate_decision.passed": "the Python API, for its users",
    "evalstore.store.query.result._repr_html_": "the Python API, for its users",
    "evalstore.store.query.result.df": "the Python API, for its users",
    "evalstore.store.query.result.pl": "the Python API, for its users",
    "evalstore.store.query.result.relation": "the Python API, for its users",
    "evalstore.store.query.result.to_dicts": "the Python API, for its users",
    "evalstore.running.recording.case.answering": "for loops that are to be timed",
    "evalstore.judges.taxonomy": "the tests hold every verdict to this closed list",
    "evalstore.judges.taxonomy.TAXONOMY": "as above",
}

# Short modules that only a neighbour imports, which would fit into its file.
OWN_THOUGHT = {
    "evalstore.suites.questions.question_files.pictures": (
        "what an image is, apart from the other cells"
    ),
    "evalstore.harnesses.openai_evals.report_figures": (
        "the numbers of a report, apart from the run"
    ),
    "evalstore.harnesses.otlp.attributes": "types of values, apart from what they say",
    "evalstore.running.labels.certificate": "what certifies a judge, apart from other samples",
    "evalstore.reviews.vault.domain_numbers": "the numbers of a note, apart from its words",
    "evalstore.suites.drift.engine.critic.grouping": (
        "whom a member learns from, apart from learning"
    ),
    "evalstore.suites.epistemic.graphs.json_ld": (
        "the references of one format, apart from reading all of them"
    ),
    "evalstore.judges.factual.denial": "the denial of a premise, apart from what is true instead",
    "evalstore.suites.questions.question_files.attributes": (
        "what slices results, apart from making cases"
    ),
    "evalstore.suites.questions.question_files.conversations": (
        "messages with roles, apart from rows"
    ),
    "evalstore.reviews.delivery.sent_messages": "the memory, apart from the deliveries",
    "evalstore.api.pytest_plugin.carried": "the way from a worker, apart from the session",
    "evalstore.reviews.failure_groups.merging": "the groups of batches, apart from finding them",
    "evalstore.api.reads.dictionary": "the schema of a database, apart from its rows",
    "evalstore.scale.dialects.columns": "what is recorded of columns, apart from how it is used",
    "evalstore.scale.dialects.engines._clickhouse_texts": "a part of an engine's rules",
    "evalstore.store.query.query_error": "the text of an error, apart from the limits of a query",
    "evalstore.judges.self_contradiction.conversation": "the input, apart from the judgement",
}

# Names with a word of words.NAMES that are published, or mean it as everybody does.
WORDS_LEFT = {
    "CAREFUL": "the name of a mock model in the logs of the demo",
    "unseen": "the word for a missed crisis in reports",
}
