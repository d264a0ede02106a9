"""Settings of graphs and their cards that have options of their own."""

from collections.abc import Sequence


def graph_settings(
    graphs: Sequence[str],
    shapes: Sequence[str],
    predicates: Sequence[str],
    per_label: int | None = None,
) -> dict[str, object]:
    """
    Return the settings of those options that are used.

    >>> graph_settings(("rivers.ttl",), (), (), 100)
    {'kg': ['rivers.ttl'], 'per_label': 100}
    """
    settings = {
        "kg": list(graphs) or None,
        "shapes": list(shapes) or None,
        "predicate": list(predicates) or None,
        "per_label": per_label,
    }
    return {name: value for name, value in settings.items() if value is not None}
