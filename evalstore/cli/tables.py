"""``evalstore tables``: print the data dictionary."""

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.cli import _tables
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_note
from evalstore.errors import UsageError


@click.command()
@click.argument("name", required=False)
@click.option(
    "--search", "word", metavar="WORD", help="Find tables and columns by their descriptions."
)
@click.option(
    "--all",
    "is_whole",
    is_flag=True,
    help="Also list macros and the views that only metrics read.",
)
@click.option(
    "--comment", "is_comment", is_flag=True,
    help="Write the descriptions into the store's database as comments, for other clients.",
)  # fmt: skip
@json_option
@store_option
def tables(
    store: Store,
    name: str | None,
    word: str | None,
    is_whole: bool,
    is_comment: bool,
    as_json: bool,
) -> None:
    """List the tables and views to query, or the columns of one, each with a description.

    Needs no store. If another version created the store's database, prints the differences.

    Example:

    \b
        evalstore tables
        evalstore tables facts.failures
        evalstore tables --search confidence
    """
    from evalstore.metrics.dictionary import examples, relations

    if is_comment:
        _comment(store, is_alone=name is None and word is None, as_json=as_json)
        return
    if name is not None and word is not None:
        raise UsageError("NAME and --search cannot be combined; leave one out")
    relation = relations.find(name) if name is not None else None
    listed = [
        other
        for other in relations.dictionary().values()
        if is_whole or not (other.purpose or other.is_macro)
    ]
    if relation is not None:
        if as_json:
            print_json(_tables.relation_record(relation))
        else:
            _tables.print_relation(relation)
    elif word is not None:
        matches = relations.searched(word, listed)
        if as_json:
            print_json([_tables.match_record(*match) for match in matches])
        else:
            _tables.print_matches(word, matches, examples.asked_of(word))
    elif as_json:
        print_json([_tables.listed_record(other) for other in listed])
    else:
        _tables.print_list(listed, is_whole=is_whole)
    if differences := store.dictionary_differences(relation):
        print_note(differences)


def _comment(store: Store, *, is_alone: bool, as_json: bool) -> None:
    """Write the comments of the store's database."""
    if not is_alone:
        raise UsageError("--comment writes all comments; leave out NAME and --search")
    count = store.write_comments()
    if as_json:
        print_json({"comments": count})
    else:
        click.echo(f"{store.database} has {counted(count, 'comment')}")
