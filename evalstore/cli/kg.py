"""``evalstore kg``: describe knowledge graphs, and make cards of them."""

import json
import secrets
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped
from evalstore.cli._assignments import parse_assignments
from evalstore.cli._graph_settings import graph_settings
from evalstore.cli._options import json_option
from evalstore.cli._printing import print_json, print_table
from evalstore.cli._progress import progress_shown

COLUMNS = ("predicate", "uses", "labelled s/o", "one value", "E", "C by rules", "C denied", "U",
           "default")  # fmt: skip
IRIS_SHOWN_MAX = 3
CARDS = ("E", "C_by_rules", "C_denied", "U")

if TYPE_CHECKING:
    from evalstore.suites.epistemic.cards.graph_description import PredicateDescription
    from evalstore.suites.epistemic.graphs.constraint_use import ConstraintUse
    from evalstore.suites.epistemic.graphs.source import Knowledge

shapes_option = click.option(
    "--shapes", "shapes", metavar="FILE", multiple=True,
    help="Read SHACL shapes from this file; repeatable.",
)  # fmt: skip
set_option = click.option(
    "--set", "assignments", metavar="KEY=VALUE", multiple=True,
    help="Change a setting of the cards, as for `run epistemic`.",
)  # fmt: skip


@click.group()
def kg() -> None:
    """Describe a knowledge graph, or make cards from it.

    Example:

    \b
        evalstore kg describe rivers.ttl --shapes rivers.shapes.ttl
        evalstore kg cards rivers.ttl --shapes rivers.shapes.ttl -o cards.jsonl
    """


@kg.command()
@click.argument("graphs", metavar="GRAPH...", nargs=-1, required=True)
@shapes_option
@click.option(
    "--predicate", "predicates", metavar="IRI", multiple=True,
    help="Examine only this predicate, even if skipped by default; repeatable.",
)  # fmt: skip
@set_option
@json_option
def describe(
    graphs: tuple[str, ...],
    shapes: tuple[str, ...],
    predicates: tuple[str, ...],
    assignments: tuple[str, ...],
    as_json: bool,
) -> None:
    """List the predicates of GRAPH that questions can be about, and the number of cards.

    For each predicate: its sentence, uses, the share of labelled subjects and objects, why it has
    one value (observed in the graph, declared, by shapes), the estimated number of cards of each
    label, five sample questions, and the reason if it is skipped by default. Then the constraints
    of the shapes, and those that cannot be used.

    Example:

    \b
        evalstore kg describe rivers.ttl --shapes rivers.shapes.ttl
        evalstore kg describe units.ttl.gz --predicate http://qudt.org/schema/qudt/scalingOf
    """
    from evalstore.plugins.progress import progress_reported
    from evalstore.suites.epistemic.cards.graph_description import described_predicates
    from evalstore.suites.epistemic.graphs.constraint_use import constraint_uses
    from evalstore.suites.epistemic.graphs.predicate_use import without_questions
    from evalstore.suites.epistemic.graphs.source import knowledge_of, source_of

    settings = parse_assignments(assignments, "facts_shown=3")
    settings |= graph_settings(graphs, shapes, predicates)
    with progress_shown("examining predicates", is_quiet=False) as shown, progress_reported(shown):
        descriptions = described_predicates(settings)
        knowledge = knowledge_of(source_of("kg describe", settings))
        constraints = constraint_uses(knowledge.checker.shape_triples)
        remarks = knowledge.checker.remarks()
        if all(item.expected is None for item in descriptions):
            remarks.append(str(without_questions(knowledge.graph)))
    if as_json:
        print_json(
            {
                "graph": {"files": [Path(item).name for item in graphs]} | _size(knowledge),
                "predicates": [item.as_record() for item in descriptions],
                "constraints": [item.as_record() for item in constraints],
                "remarks": remarks,
            }
        )
        return
    size = _size(knowledge)
    click.echo(
        f"{counted(size['statements'], 'statement')} about {counted(size['things'], 'thing')}, "
        f"{counted(len(descriptions), 'predicate')}"
    )
    _print_predicates(descriptions)
    _print_constraints(constraints)
    for remark in remarks:
        click.echo(escaped(remark), err=True)


@kg.command()
@click.argument("graphs", metavar="[GRAPH]...", nargs=-1)
@shapes_option
@click.option(
    "--predicate", "predicates", metavar="IRI", multiple=True,
    help="Ask about this predicate; repeatable.",
)  # fmt: skip
@click.option(
    "--per-label", type=click.IntRange(min=1), help="Make this many cards per label. Default: 100."
)
@click.option("--seed", metavar="TEXT", help="Set the seed. Default: drawn, and printed.")
@set_option
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", required=True,
    help="Write to this file: JSON Lines, a card per line.",
)  # fmt: skip
def cards(
    graphs: tuple[str, ...],
    shapes: tuple[str, ...],
    predicates: tuple[str, ...],
    per_label: int | None,
    seed: str | None,
    assignments: tuple[str, ...],
    output: Path,
) -> None:
    """Make cards from GRAPH and write them to a file; no system is asked.

    `run epistemic --set cards=FILE` asks systems these cards. Without GRAPH, the cards are about
    the graph that ships with the package. The same graph, settings and seed give the same cards.

    Example:

    \b
        evalstore kg cards rivers.ttl --shapes rivers.shapes.ttl --per-label 200 -o cards.jsonl
        evalstore run epistemic --set cards=cards.jsonl --kg rivers.ttl --system kg_oracle
    """
    from evalstore.base.output_file import write_text
    from evalstore.base.settings import require_known
    from evalstore.plugins import registry
    from evalstore.plugins.progress import progress_reported
    from evalstore.suites.epistemic.cards.card_files import card_record

    suite = registry.load("suites", "epistemic")
    settings = parse_assignments(assignments, "facts_shown=3")
    require_known(settings, [name for name in suite.SETTINGS if name != "cards"], "kg cards")
    settings |= graph_settings(graphs, shapes, predicates, per_label)
    seed = seed or secrets.token_hex(8)
    with progress_shown("making cards", is_quiet=False) as shown, progress_reported(shown):
        made = list(suite.cases(seed, suite.DOMAINS, None, settings))
    lines = [json.dumps(card_record(card), ensure_ascii=False) for card in made]
    write_text(output, "".join(f"{line}\n" for line in lines))
    labels = Counter(str(card.label) for card in made)
    by_label = ", ".join(f"{label}: {count}" for label, count in labels.items())
    click.echo(f"wrote {counted(len(made), 'card')} ({by_label}), seed {escaped(seed)}")
    for remark in suite.remarks(seed, suite.DOMAINS, None, settings):
        click.echo(escaped(remark), err=True)


def _size(knowledge: "Knowledge") -> dict[str, Any]:
    return {"statements": len(knowledge.graph), "things": len(knowledge.graph.things())}


def _print_predicates(descriptions: "list[PredicateDescription]") -> None:
    examined = [description for description in descriptions if description.expected is not None]
    skipped = [description for description in descriptions if description.expected is None]
    if any(description.has_cards for description in examined):
        _print_examined([description for description in examined if description.has_cards])
    _print_without_cards([description for description in examined if not description.has_cards])
    if skipped:
        click.echo("\nskipped unless named with --predicate:")
        print_table(
            ("predicate", "uses", "reason"),
            [
                (
                    description.use.iri,
                    description.use.count,
                    description.use.skipped_reason or "not examined",
                )
                for description in skipped
            ],
        )


def _print_without_cards(without: "list[PredicateDescription]") -> None:
    if without:
        reasons = Counter(description.why_none for description in without)
        reason_counts = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
        click.echo(
            f"\nno cards expected for {counted(len(without), 'predicate')}: {reason_counts}"
        )
        shown = ", ".join(escaped(description.use.iri) for description in without[:IRIS_SHOWN_MAX])
        rest = "; --json lists all" if len(without) > IRIS_SHOWN_MAX else ""
        click.echo(f"  {shown}{rest}")


def _print_examined(examined: "list[PredicateDescription]") -> None:
    print_table(
        COLUMNS,
        [
            (
                description.use.iri,
                description.use.count,
                (
                    f"{description.use.labelled_subject_share:.0%}"
                    f"/{description.use.labelled_object_share:.0%}"
                ),
                ", ".join(description.functional),
                *((description.expected or {}).get(name, 0) for name in CARDS),
                "yes" if description.is_default else "",
            )
            for description in examined
        ],
    )
    for description in examined:
        click.echo(f"\n{escaped(description.use.iri)}: {escaped(description.phrase)}")
        for rule in description.rules:
            click.echo(f"  rule: {escaped(rule)}")
        for question in description.questions:
            click.echo(f"  {escaped(question)}")


def _print_constraints(constraints: "tuple[ConstraintUse, ...]") -> None:
    if not constraints:
        return
    click.echo("\nconstraints of the shapes:")
    print_table(
        ("constraint", "count", "use", "reason", "such as"),
        [
            (
                constraint_use.constraint,
                constraint_use.count,
                constraint_use.use,
                constraint_use.reason,
                constraint_use.shape,
            )
            for constraint_use in constraints
        ],
    )
