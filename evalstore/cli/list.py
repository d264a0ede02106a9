"""``evalstore list``: list what is installed of a kind, with a sentence each."""

import click

from evalstore.cli._options import json_option
from evalstore.cli._printing import print_json, print_table

KINDS = ("generators", "systems", "validators", "suites", "formats", "gates")


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@json_option
def list(kind: str, as_json: bool) -> None:  # noqa: A001 - named like its command
    """List generators, systems, validators, suites, formats or gates, each with its sentence.

    Example:

    \b
        evalstore list systems
        evalstore list validators --json
        evalstore list gates
    """
    if kind == "formats":
        sentences = _formats()
    elif kind == "gates":
        sentences = _gates()
    else:
        sentences = _doers(kind)
    if as_json:
        print_json([{"name": name, "sentence": text} for name, text in sentences.items()])
    else:
        print_table(("name", "sentence"), [*sentences.items()])


def _doers(kind: str) -> dict[str, str]:
    from evalstore.types import registry

    return registry.summaries(kind)


def _gates() -> dict[str, str]:
    from evalstore.gates import preset

    return preset.sentences()


def _formats() -> dict[str, str]:
    from evalstore.ingest import detect

    sentences = {
        name: " ".join((module.__doc__ or "").strip().partition("\n\n")[0].split())
        for name, module in detect.record_formats().items()
    }
    sentences[detect.EVENT_LINES] = "Event lines: one JSON object a line, plain, gzip or zstd."
    sentences[detect.STORE] = "Another store: its segments, with their ids and times."
    return dict(sorted(sentences.items()))
