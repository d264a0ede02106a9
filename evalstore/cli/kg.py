"""``evalstore kg``: look at knowledge graphs before cards are made of them."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped
from evalstore.cli._assignments import parse_assignments
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


@click.group()
def kg() -> None:
    """Look at a knowledge graph before cards are made of it.

    Example:

    \b
        evalstore kg describe rivers.ttl --shapes rivers.shapes.ttl
    """


@kg.command()
@click.argument("graphs", metavar="GRAPH...", nargs=-1, required=True)
@click.option("--shapes", "shapes", metavar="FILE", multiple=True, help="SHACL; repeatable.")
@click.option(
    "--predicate", "predicates", metavar="IRI", multiple=True,
    help="Examine only this, skipped by default or not; repeatable.",
)  # fmt: skip
@click.option(
    "--set", "assignments", metavar="KEY=VALUE", multiple=True,
    help="A setting of the cards, as for `run epistemic`.",
)  # fmt: skip
@json_option
def describe(
    graphs: tuple[str, ...],
    shapes: tuple[str, ...],
    predicates: tuple[str, ...],
    assignments: tuple[str, ...],
    as_json: bool,
) -> None:
    """Say which predicates of GRAPH questions can be about, and how many cards there are.

    For each predicate: its sentence, uses, the share of labelled subjects and objects, by what it
    has one value (observed in the graph, declared, by shapes), the estimated number of cards of
    each label, five sample questions, and why it is skipped where no predicate is named. Then
    what the shapes constrain, and what of them cannot be used.

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
    named = {"kg": list(graphs), "shapes": list(shapes), "predicate": list(predicates)}
    settings |= {name: values for name, values in named.items() if values}
    with progress_shown("examining predicates", is_quiet=False) as shown, progress_reported(shown):
        found = described_predicates(settings)
        known = knowledge_of(source_of("kg describe", settings))
        constraints = constraint_uses(known.checker.shape_triples)
        remarks = known.checker.remarks()
        if all(one.expected is None for one in found):
            remarks.append(str(without_questions(known.graph)))
    if as_json:
        print_json(
            {
                "graph": {"files": [Path(one).name for one in graphs]} | _size(known),
                "predicates": [one.as_record() for one in found],
                "constraints": [one.as_record() for one in constraints],
                "remarks": remarks,
            }
        )
        return
    size = _size(known)
    click.echo(
        f"{counted(size['statements'], 'statement')} about {counted(size['things'], 'thing')}, "
        f"{counted(len(found), 'predicate')}"
    )
    _print_predicates(found)
    _print_constraints(constraints)
    for remark in remarks:
        click.echo(escaped(remark), err=True)


def _size(known: "Knowledge") -> dict[str, Any]:
    return {"statements": len(known.graph), "things": len(known.graph.things())}


def _print_predicates(found: "list[PredicateDescription]") -> None:
    examined = [one for one in found if one.expected is not None]
    skipped = [one for one in found if one.expected is None]
    if any(one.has_cards for one in examined):
        _print_examined([one for one in examined if one.has_cards])
    _print_without_cards([one for one in examined if not one.has_cards])
    if skipped:
        click.echo("\nskipped where no predicate is named:")
        print_table(
            ("predicate", "uses", "reason"),
            [
                (one.use.iri, one.use.count, one.use.skipped_reason or "not examined")
                for one in skipped
            ],
        )


def _print_without_cards(without: "list[PredicateDescription]") -> None:
    if without:
        reasons = Counter(one.why_none for one in without)
        told = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
        click.echo(f"\nno cards to be expected of {counted(len(without), 'predicate')}: {told}")
        shown = ", ".join(escaped(one.use.iri) for one in without[:IRIS_SHOWN_MAX])
        rest = "; --json lists all" if len(without) > IRIS_SHOWN_MAX else ""
        click.echo(f"  {shown}{rest}")


def _print_examined(examined: "list[PredicateDescription]") -> None:
    print_table(
        (
            "predicate",
            "uses",
            "labelled s/o",
            "one value",
            "E",
            "C by rules",
            "C denied",
            "U",
            "default",
        ),
        [
            (
                one.use.iri,
                one.use.count,
                f"{one.use.labelled_subject_share:.0%}/{one.use.labelled_object_share:.0%}",
                ", ".join(one.functional),
                *((one.expected or {}).get(name, 0) for name in CARDS),
                "yes" if one.is_default else "",
            )
            for one in examined
        ],
    )
    for one in examined:
        click.echo(f"\n{escaped(one.use.iri)}: {escaped(one.phrase)}")
        for rule in one.rules:
            click.echo(f"  rule: {escaped(rule)}")
        for question in one.questions:
            click.echo(f"  {escaped(question)}")


def _print_constraints(constraints: "tuple[ConstraintUse, ...]") -> None:
    if not constraints:
        return
    click.echo("\nconstraints of the shapes:")
    print_table(
        ("constraint", "count", "use", "reason", "such as"),
        [(one.constraint, one.count, one.use, one.reason, one.shape) for one in constraints],
    )
