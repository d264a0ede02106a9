"""
Worker process: validate graphs by SHACL shapes, one JSON line for each request and answer.

A request names a validator by number. ``make`` gives its path and the counts of the lines of
statements that follow, of the data and of the shapes; ``drop`` deletes it; any other request is a
method of the validator, called with the claim if there is one. The line ``{"at": shape}`` is
written before each shape is applied, so that the parent process can stop one that takes too long.
The worker ends with its standard input.
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
    """Answer requests, one line each, until standard input ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    # Keep the output of libraries apart from the answers.
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
        streams = [islice(_triples(lines), count) for count in request["counts"]]
        data = to_rdflib(streams[0])
        shapes = list(streams[1])
        # The class hierarchy may be declared in the shapes file only.
        data += to_rdflib(triple for triple in shapes if triple[1] in SCHEMA)
        validators[number] = ShapeValidator(data, shapes_graph(shapes), request["path"], begin)
        return None
    if request["do"] == "drop":
        validators.pop(number, None)
        return None
    method = getattr(validators[number], request["do"])
    if "claim" not in request:
        result = method()
        return [item if isinstance(item, str) else asdict(item) for item in result]
    result = method(Claim(*request["claim"]))
    return [asdict(item) for item in result] if isinstance(result, tuple) else asdict(result)


def _triples(lines: IO[bytes]) -> Iterator[Triple]:
    while line := lines.readline():
        subject, predicate, value = json.loads(line)
        yield subject, predicate, value


if __name__ == "__main__":
    sys.exit(main())
