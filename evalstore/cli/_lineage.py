"""Output of ``evalstore metrics --lineage``: what metrics rest on, as text, JSON or Mermaid."""

from collections.abc import Iterable

import click

from evalstore.base.phrases import counted
from evalstore.cli._printing import print_item, print_json, print_sentence
from evalstore.metrics import lineage, lineage_graph
from evalstore.metrics.catalog import catalog, find
from evalstore.metrics.lineage import Lineage, grouped


def show(name: str, *, as_json: bool, as_graph: bool) -> None:
    """Print what a metric rests on, or every metric if the name is empty."""
    chosen = [find(name).name] if name else list(catalog())
    lineages = [lineage.lineage(metric) for metric in chosen]
    if as_json:
        found = [each.to_dict() for each in lineages]
        print_json(found[0] if name else found)
    elif as_graph:
        click.echo(lineage_graph.mermaid(lineages))
    elif name:
        _print_whole(lineages[0])
    else:
        for each in lineages:
            print_item(f"{each.metric}: {reads(each)}")


def reads(found: Lineage) -> str:
    """Return the fields that a value is computed from, and how many choose its rows."""
    fields = found.fields
    every = [name for names in grouped(found.whole.all)["fields"].values() for name in names]
    more = len(every) - len(fields)
    rest = f"; {counted(more, 'field')} more choose rows or key them" if more else ""
    return f"{', '.join(fields)}{rest}"


def _print_whole(found: Lineage) -> None:
    """Print what each part is computed from, equal parts once, then what chooses the rows."""
    print_sentence(f"{found.metric}: {catalog()[found.metric].sentence}")
    parts: dict[frozenset[str], list[str]] = {}
    for name, part in found.parts.items():
        facts = frozenset(name for name in part.values if not name.startswith("metrics."))
        parts.setdefault(facts, []).append(name)
    for values, names in parts.items():
        click.echo(f"{' and '.join(names)}, computed from")
        _print_names(values)
    click.echo("rows chosen by")
    _print_names(name for name in found.whole.filters if not name.startswith("metrics."))


def _print_names(names: Iterable[str]) -> None:
    for sort, owners in grouped(names).items():
        for owner, fields in owners.items():
            what = "" if sort != "beside" else " (beside the payload)"
            kind = "any event" if owner == lineage.ANY_KIND else owner
            print_item(f"{kind}{what}: {', '.join(fields)}")
