"""The lineage of metrics as a graph in Mermaid: from fields of events through facts to metrics."""

from collections.abc import Iterable

from evalstore.metrics.lineage import ANY_KIND, Lineage, grouped, split, steps

HEADER = "flowchart LR"
Edges = dict[tuple[str, str], bool]


def mermaid(lineages: Iterable[Lineage]) -> str:
    r"""
    Return a flowchart; a dotted arrow leads from what only chooses rows.

    >>> from evalstore.metrics.lineage import lineage
    >>> mermaid([lineage("cost_usd_total")]).split("\n")[0]
    'flowchart LR'
    """
    fields: dict[str, set[str]] = {}
    edges: Edges = {}
    for lineage in lineages:
        _add(lineage, fields, edges)
    lines = [HEADER]
    for kind, names in sorted(fields.items()):
        lines.append(f'  {_id(kind)}["<b>{kind}</b><br>{"<br>".join(sorted(names))}"]')
    lines += [f'  {_id(name)}["{name}"]' for name in sorted({to for _, to in edges})]
    lines += [
        f"  {_id(source)} {'-->' if is_value else '-.->'} {_id(target)}"
        for (source, target), is_value in sorted(edges.items())
    ]
    return "\n".join(lines)


def _add(lineage: Lineage, fields: dict[str, set[str]], edges: Edges) -> None:
    whole = lineage.whole
    for kind, names in grouped(whole.all)["fields"].items():
        fields.setdefault(kind, set()).update(names)
    for name in whole.all:
        owner, sort, field = split(name)
        if sort != "relations":
            continue
        values, filters = steps()[owner][field]
        is_value = name in whole.values
        for sources, is_computed in ((values, is_value), (filters, False)):
            for source in _before(sources):
                edge = (source, owner)
                edges[edge] = edges.get(edge, False) or is_computed


def _before(names: Iterable[str]) -> set[str]:
    """Return the relations and kinds of some columns and fields; those of steps in their place."""
    found: set[str] = set()
    waiting, seen = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        owner, sort, field = split(name)
        if sort == "steps":
            for others in steps()[owner][field]:
                waiting += others
        elif sort == "relations" or (sort == "fields" and owner != ANY_KIND):
            found.add(owner)
    return found


def _id(name: str) -> str:
    return name.replace(".", "_")
