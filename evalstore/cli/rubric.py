"""``evalstore rubric``: test the contradiction rubric on labelled conversations."""

from pathlib import Path

import click

from evalstore.cli._options import json_option

WORDS = {True: "contradiction", False: "none", None: "undetermined"}


@click.group()
def rubric() -> None:
    """Check the rules that find self-contradictions.

    Example:

    \b
        evalstore rubric check
    """


@rubric.command()
@click.argument(
    "places", metavar="[PATH]...", nargs=-1, type=click.Path(path_type=Path)
)  # fmt: skip
@click.option("--strict", is_flag=True, help="Count undetermined negative examples as misses.")
@json_option
def check(places: tuple[Path, ...], strict: bool, as_json: bool) -> int:
    """Judge the labelled conversations of PATH: a folder, or a .json or .jsonl file.

    A .json file contains an example or a list of them, a .jsonl file one example per line. Without
    PATH the examples of evalstore are judged. A miss is a contradiction that is expected and not
    found, or found and not expected, or a decision where undetermined is expected. Exits 1 if
    there is a miss.

    Example:

    \b
        evalstore rubric check
        evalstore rubric check examples/ more.jsonl list.json --json
    """
    from evalstore.cli._printing import print_json, print_sentence, print_table
    from evalstore.judges.self_contradiction.labelled import SHIPPED, read
    from evalstore.judges.self_contradiction.rubric import assess
    from evalstore.judges.self_contradiction.rubric_figures import figures, worded

    judged = [(example, assess(example.conversation)) for example in read(places or (SHIPPED,))]
    results = [(example.expected, result.result) for example, result in judged]
    measured = figures(results)
    misses = [is_miss(expected, result, strict=strict) for expected, result in results]
    if as_json:
        examples = [
            {
                "id": example.example_id,
                "source": example.source,
                "expected": example.expected,
                "found": result.result,
                "is_miss": missed,
                "is_error": result.is_error,
                "turns": list(result.turns),
                "positions": [result.first.value, result.second.value],
                "is_reversal": result.is_reversal,
                "is_acknowledged": result.is_acknowledged,
                "reason": result.reason,
            }
            for (example, result), missed in zip(judged, misses, strict=True)
        ]
        print_json({"examples": examples, "miss_count": sum(misses), "figures": measured.record()})
        return int(any(misses))
    rows = [
        (
            "✗" if missed else "✓",
            example.example_id,
            WORDS[example.expected],
            "error" if result.is_error else WORDS[result.result],
            result.reason,
        )
        for (example, result), missed in zip(judged, misses, strict=True)
    ]
    print_table(("", "id", "expected", "found", "reason"), rows)
    for name in ("precision", "recall", "coverage"):
        print_sentence(worded(name, getattr(measured, name)))
    print_sentence(worded("false alarms", measured.false_alarms))
    print_sentence(f"{sum(misses)} of {len(misses)} missed")
    return int(any(misses))


def is_miss(expected: bool | None, result: bool | None, *, strict: bool) -> bool:
    """
    Return True if the result misses the expected one.

    Labels of true and false cannot express undetermined: with such labels an undetermined negative
    example counts as right unless ``strict``, and coverage reports how often that occurs.

    >>> is_miss(False, None, strict=False), is_miss(True, None, strict=False)
    (False, True)
    """
    if expected is False and result is None:
        return strict
    return expected is not result
