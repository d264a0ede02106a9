"""``evalstore list``: list the installed plugins of a kind, with a sentence each."""

import json

import click

from evalstore.cli._options import json_option
from evalstore.cli._printing import print_json, print_table

KINDS = ("generators", "systems", "validators", "suites", "formats", "gates")


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@json_option
def list(kind: str, as_json: bool) -> None:  # noqa: A001 - named like its command
    """List generators, systems, validators, suites, formats or gates, each with a description.

    Validators are listed with their settings and defaults.

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
    if kind == "validators":
        _print_validators(sentences, as_json=as_json)
    elif as_json:
        print_json([{"name": name, "sentence": text} for name, text in sentences.items()])
    else:
        print_table(("name", "sentence"), [*sentences.items()])


def _print_validators(sentences: dict[str, str], *, as_json: bool) -> None:
    from evalstore.plugins import registry
    from evalstore.running.judging import defaults

    settings = {name: defaults(registry.load("validators", name)) for name in sentences}
    if as_json:
        print_json(
            [
                {"name": name, "sentence": text, "settings": settings[name]}
                for name, text in sentences.items()
            ]
        )
        return
    shown = {
        name: ", ".join(f"{key}={json.dumps(value)}" for key, value in values.items())
        for name, values in settings.items()
    }
    rows = [(name, shown[name] or None, text) for name, text in sentences.items()]
    print_table(("name", "settings", "sentence"), rows)


def _doers(kind: str) -> dict[str, str]:
    from evalstore.plugins import registry

    return registry.summaries(kind)


def _gates() -> dict[str, str]:
    from evalstore.gates import preset

    return preset.sentences()


def _formats() -> dict[str, str]:
    from evalstore.harnesses import detect

    sentences = {
        name: " ".join((module.__doc__ or "").strip().partition("\n\n")[0].split())
        for name, module in detect.record_formats().items()
    }
    sentences[detect.EVENT_LINES] = "Event lines: one JSON object a line, plain, gzip or zstd."
    sentences[detect.STORE] = "Another store: its segments, with their ids and times."
    return dict(sorted(sentences.items()))
