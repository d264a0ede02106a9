"""
Worker process: validate graphs by SHACL shapes, one JSON line for each request and answer.

A request names a validator: ``make`` gives its path and how many lines of statements follow, of
the data and of the shapes; ``call`` a method of it with claims; ``drop`` forgets it. Before each
shape is applied, the line ``{"at": shape}`` says so, by which the process that asks knows that
one shape takes too long. It ends with its standard input.
"""

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from typing import IO, Any

from evalstore.errors import EvalstoreError, UsageError
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.graph import Triple
from evalstore.suites.epistemic.graphs.rdflib_terms import to_rdflib
from evalstore.suites.epistemic.graphs.shapes import SCHEMA, ShapeValidator, shapes_graph


def main() -> int:
    """Answer lines until standard input ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    # What a library prints is no answer.
    sys.stdout = sys.stderr
    lines = sys.stdin.buffer
    validators: dict[int, ShapeValidator] = {}

    def write(answer: dict[str, Any]) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    def begin(shape: str) -> None:
        write({"at": shape})

    while line := lines.readline():
        request = json.loads(line)
        try:
            write({"result": _answered(validators, request, lines, begin)})
        except EvalstoreError as error:
            write({"error": str(error), "is_usage": isinstance(error, UsageError)})
        except RecursionError:
            write({"error": "nested too deep"})
    return 0


def _answered(
    validators: dict[int, ShapeValidator], request: dict[str, Any], lines: IO[bytes], begin: Any
) -> Any:
    number = request["validator"]
    if request["do"] == "make":
        given = [islice(_triples(lines), count) for count in request["counts"]]
        data = to_rdflib(given[0])
        own = list(given[1])
        # The class hierarchy may be declared in the shapes file only.
        data += to_rdflib(triple for triple in own if triple[1] in SCHEMA)
        validators[number] = ShapeValidator(data, shapes_graph(own), request["path"], begin)
        return None
    if request["do"] == "drop":
        validators.pop(number, None)
        return None
    method = getattr(validators[number], request["do"])
    if "claim" not in request:
        found = method()
        return [one if isinstance(one, str) else asdict(one) for one in found]
    found = method(Claim(*request["claim"]))
    return [asdict(one) for one in found] if isinstance(found, tuple) else asdict(found)


def _triples(lines: IO[bytes]) -> Iterator[Triple]:
    while line := lines.readline():
        subject, predicate, value = json.loads(line)
        yield subject, predicate, value


if __name__ == "__main__":
    sys.exit(main())
