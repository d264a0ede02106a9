"""``evalstore schema``: the JSON Schemas of event lines, and of cards."""

import click

from evalstore.base.phrases import unknown_name
from evalstore.cli._printing import print_json

CARD = "card"


@click.command()
@click.argument("kind", required=False)
def schema(kind: str | None) -> None:
    """Print the JSON Schema of the payload of a KIND, or of all kinds and the event line.

    `card` is that of what `evalstore card` prints.

    Example:

    \b
        evalstore schema response_recorded
        evalstore schema card
    """
    from evalstore.events import schemas

    names = (*schemas.kinds(), schemas.EVENT_LINE)
    if kind == CARD:
        from evalstore.reviews.evidence import run_card

        print_json(run_card.schema())
    elif kind is None:
        print_json({name: schemas.schema(name) for name in names})
    elif kind in names:
        print_json(schemas.schema(kind))
    else:
        raise unknown_name("kind", kind, (*names, CARD))
