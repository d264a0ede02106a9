"""Check a metric's file, parsed by sqlglot, against the rules that other code relies on."""

from collections.abc import Callable, Iterator
from pathlib import Path

from sqlglot import exp

from evalstore.base import sql_files
from evalstore.base.named_modules import named_modules
from evalstore.errors import EvalstoreError
from evalstore.metrics import counted, parameters
from evalstore.metrics.catalog import Metric, catalog
from evalstore.metrics.view import output_columns, statements

# The counts that gates and reports need with every number, so that every view must have them.
COUNTS = ("scored_count", "missing_count", "error_count", "unscored_count")

# Functions that other engines have too, by the names of sqlglot; others are called in macros.
AGGREGATES = "avg corr count logical_and logical_or max min stddev_pop stddev_samp sum var_pop \
var_samp"
WINDOWS = "cume_dist dense_rank first_value lag last_value lead ntile percent_rank rank row_number"
SCALARS = "abs and case cast ceil coalesce exp floor greatest if least length ln lower nullif or \
power round sign sqrt trim upper"
PORTABLE_FUNCTIONS = frozenset(f"{AGGREGATES} {WINDOWS} {SCALARS}".split())


def check(metric: Metric, text: str) -> list[str]:
    """Return a sentence for each rule that the text breaks."""
    try:
        parsed = statements(text)
    except EvalstoreError as error:
        return [f"{metric.sql_name}.sql {error}"]
    if len(parsed) != 1:
        return [f"{metric.sql_name}.sql has {len(parsed)} statements; expected exactly one"]
    statement = parsed[0]
    create = list(_creation(metric, statement))
    query = statement.expression if isinstance(statement, exp.Create) else None
    if create or not isinstance(query, exp.Query):
        return [f"{metric.sql_name}.sql {sentence}" for sentence in create]
    return [
        f"{metric.sql_name}.sql {sentence}" for rule in RULES for sentence in rule(metric, query)
    ]


def _creation(metric: Metric, statement: exp.Expr) -> Iterator[str]:
    """Require ``create or replace view metrics.<name> as <query>``."""
    expected = f"create or replace view metrics.{metric.name}"
    if (
        not isinstance(statement, exp.Create)
        or statement.kind != "VIEW"
        or not statement.args.get("replace")
        or statement.args.get("properties")
        or not isinstance(statement.expression, exp.Query)
    ):
        yield f"is not a view; expected only `{expected} as` with a query"
    elif statement.this.sql(dialect="duckdb") != f"metrics.{metric.name}":
        yield f"defines {statement.this.sql(dialect='duckdb')}; expected `{expected}`"


def _header(metric: Metric, _query: exp.Query) -> Iterator[str]:
    """Require that the chart, report section, table and causes of the header exist."""
    causes = _stems(sql_files.root() / "sql/causes", "sql")
    named = {
        "draws": (
            [metric.chart],
            set(named_modules("reviews/charts/*.py", "suites/*/charts/*.py")),
        ),
        "section": (
            [metric.section.partition("/")[0]],
            {
                "charts",
                *named_modules("reviews/report/sections/*.py", "suites/*/report/*.py"),
            },
        ),
        "resamples": ([metric.bins], {other for other in catalog() if other != metric.name}),
        "empty": ([cause.partition(" of ")[0] for cause in metric.empty], causes),
    }
    for key, (names, allowed) in named.items():
        for name in names:
            if name and name not in allowed:
                yield (
                    f"has `{key}: {name}`, which does not exist; available: "
                    f"{', '.join(sorted(allowed))}"
                )
    if metric.has_value and not metric.empty:
        yield "lacks the reason why it can be empty; add a line such as `-- empty: no_response`"
    if metric.has_value and metric.why_not_drawn:
        yield "has `draws: no`, but every metric that is one number is drawn by slice and by run"
    if not metric.has_value and not metric.draws:
        yield "lacks a chart; add a line such as `-- draws: NAME` or `-- draws: no, REASON`"
    if "variant" not in metric.grain and any(metric.labels):
        yield f"has the label {metric.label!r} for a variant, but no variant in its grain"
    yield from _default(metric)


def _default(metric: Metric) -> Iterator[str]:
    """Require that the header of a metric with variants, and no other, names its default."""
    has_variants = metric.has_value and "variant" in metric.grain
    labels = [variant for variant in metric.labels if variant]
    if has_variants and not metric.default:
        yield (
            "lacks the variant that a headline shows; add a line such as `-- default: "
            f"{labels[0] if labels else 'mapping=licensed'}`, or `-- default: no, REASON`"
        )
    elif metric.default and not has_variants:
        yield f"has `default: {metric.default}`, but is not one number for each variant"
    elif labels and metric.default_variant and metric.default_variant not in labels:
        yield (
            f"has `default: {metric.default}`, which has no label; labelled are "
            f"{', '.join(labels)}"
        )


def _stems(folder: Path, ending: str) -> set[str]:
    """Return the names of the public files in a folder."""
    return {path.stem for path in folder.glob(f"*.{ending}") if not path.stem.startswith("_")}


def _sources(_metric: Metric, query: exp.Query) -> Iterator[str]:
    """Require that every table is one of ``facts``, or a CTE of this file."""
    ctes = {cte.alias for cte in query.find_all(exp.CTE)}
    relations = {
        name.rpartition("/")[2]
        for folder in ("sql/facts/tables", "sql/facts/sums", "sql/facts/views")
        for name in sql_files.names(folder)
    }
    for table in query.find_all(exp.Table):
        name = table.copy()
        name.set("alias", None)
        source = name.sql(dialect="duckdb")
        if not isinstance(table.this, exp.Identifier):
            yield f"reads from the function {source}; expected only relations of schema facts"
        elif not table.db and table.name not in ctes:
            yield (
                f"reads {source}, which is not a CTE of this file; expected only relations of "
                "schema facts"
            )
        elif table.db and (table.db != "facts" or table.catalog):
            yield f"reads {source}; expected only relations of schema facts"
        elif table.db and table.name not in relations:
            yield (
                f"reads {source}, which does not exist; available in schema facts: "
                f"{', '.join(sorted(relations))}"
            )


def _functions(_metric: Metric, query: exp.Query) -> Iterator[str]:
    """Require that every function is portable, or one of our macros."""
    macros = {name.rpartition("/")[2] for name in sql_files.names("sql/macros")}
    for function in query.find_all(exp.Func):
        name = _function_name(function)
        schema = _schema(function)
        if schema is None and name not in PORTABLE_FUNCTIONS:
            yield (
                f"calls {name}, which is not on the list of portable functions; "
                "put it into a macro in sql/macros"
            )
        elif schema is not None and schema != "macros":
            yield f"calls {schema}.{name}; expected functions with a schema only of schema macros"
        elif schema is not None and name not in macros:
            yield (
                f"calls macros.{name}, which does not exist; available in schema macros: "
                f"{', '.join(sorted(macros))}"
            )


def _function_name(function: exp.Func) -> str:
    if isinstance(function, exp.Anonymous):
        return function.name.lower()
    return function.sql_name().lower()


def _schema(function: exp.Func) -> str | None:
    """Return the schema of a function call, None if it is called without a schema."""
    parent = function.parent
    if isinstance(parent, exp.Dot) and parent.expression is function:
        return str(parent.this.sql(dialect="duckdb"))
    return None


def _columns(metric: Metric, query: exp.Query) -> Iterator[str]:
    """Require one final select that names its columns: grain, counts, then the value."""
    if not isinstance(query, exp.Select):
        yield "does not end in one select; put set operations into a CTE"
        return
    if any(_is_star(projection) for projection in query.selects):
        yield "ends in a `select *`; name every column"
        return
    columns = output_columns(query)
    grain = list(metric.grain)
    if columns[: len(grain)] != grain:
        yield (
            f"begins with the columns {', '.join(columns[: len(grain)])}; expected those of the "
            f"grain in its header: {', '.join(grain)}"
        )
    repeated = sorted({column for column in columns if columns.count(column) > 1})
    if repeated:
        yield f"names {', '.join(repeated)} more than once; give each column its own name"
    if "validator_id" in grain and columns[len(grain) : len(grain) + 1] != [
        "is_primary_validator"
    ]:
        yield "lacks the column is_primary_validator directly after its grain; add it there"
    if metric.has_value:
        yield from _value_columns(metric, columns)


def _is_star(projection: exp.Expr) -> bool:
    """Return True for a projection of several columns, unlike the star of ``count(*)``."""
    return isinstance(projection, (exp.Star, exp.Columns)) or (
        isinstance(projection, exp.Column) and isinstance(projection.this, exp.Star)
    )


def _value_columns(metric: Metric, columns: list[str]) -> Iterator[str]:
    """Require the columns that metrics.all_metrics reads, of a metric of one number per grain."""
    if metric.name not in columns:
        yield f"has no column {metric.name}; give the value the name of the metric"
        return
    missing = [count for count in COUNTS if count not in columns[: columns.index(metric.name)]]
    if missing:
        yield f"lacks the columns {', '.join(missing)} before its value; add them there"
    if ("ci_low" in columns) != ("ci_high" in columns):
        yield "has one end of an interval; name both ci_low and ci_high, or neither"


def _counts(metric: Metric, _query: exp.Query) -> Iterator[str]:
    """Require that the header names the rows to count, using columns of their relation only."""
    if not metric.counts:
        yield (
            "lacks the rows that it counts; add a line such as `-- counts: "
            "facts.counted_answers`, or `-- counts: no, REASON`"
        )
        return
    if metric.why_not_counted:
        return
    relation, condition = counted.relation_of(metric)
    try:
        present = set(counted.columns_of(relation))
        texts = [text for text in (*counted.parts_of(metric).values(), condition) if text]
        used = {
            column.name
            for text in texts
            for column in counted.expression_of(text).find_all(exp.Column)
        }
    except EvalstoreError as error:
        yield f"has `counts: {metric.counts}`: {error}"
        return
    for name in sorted(used - present):
        yield f"counts by {name}, which is not a column of {relation}"


def _parameters(metric: Metric, _query: exp.Query) -> Iterator[str]:
    """Require that each parameter has its macro, with the default of the header, and is used."""
    macros = _stems(sql_files.root() / parameters.FOLDER, "sql")
    for parameter in metric.parameter:
        if parameter.name not in macros:
            yield f"has the parameter {parameter.name}, without a macro in {parameters.FOLDER}"
        elif parameters.default_of(parameter.name) != parameter.default:
            yield (
                f"says that the default of {parameter.name} is {parameter.default}, its macro "
                f"says {parameters.default_of(parameter.name)}"
            )
        elif not parameters.is_used(parameter.name, f"metrics.{metric.name}"):
            yield f"has the parameter {parameter.name}, which nothing that it reads calls"


Rule = Callable[[Metric, exp.Query], Iterator[str]]
RULES: tuple[Rule, ...] = (_header, _sources, _functions, _columns, _counts, _parameters)
