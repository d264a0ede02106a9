"""Statements of SHACL files: files without shapes are refused, undefined references left out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.graph import Triple
from evalstore.suites.epistemic.graphs.rdf_content import refused
from evalstore.suites.epistemic.graphs.rdf_files import statements
from evalstore.suites.epistemic.graphs.terms import is_literal

SH = voc.SH
NAMED_MAX = 4
IMPORTS = f"{voc.OWL}imports"
ONTOLOGY = f"{voc.OWL}Ontology"
SHAPE_CLASSES = (f"{SH}NodeShape", f"{SH}PropertyShape")
# Statements of a shape; parts of the vocabulary's own description are not among them.
OF_SHAPES = frozenset(
    f"{SH}{name}"
    for name in (
        "path", "property", "targetClass", "targetNode", "targetSubjectsOf", "targetObjectsOf",
        "target",
    )
)  # fmt: skip
REFERRING = frozenset(
    f"{SH}{name}"
    for name in (
        "or", "and", "xone", "in", "languageIn", "ignoredProperties", "node", "property", "not",
        "qualifiedValueShape", "sparql",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ShapeStatements:
    """
    The usable statements of shapes files.

    ``left_out`` are the statements that refer to a node that no file defines; ``imports`` are the
    imported ontologies that the files do not contain.
    """

    triples: tuple[Triple, ...]
    left_out: tuple[Triple, ...]
    imports: tuple[str, ...]

    def remarks(self) -> list[str]:
        """Return sentences about imports and about statements that cannot be used."""
        sentences = import_remarks("shapes", self.imports)
        for predicate, missing in sorted({triple[1:] for triple in self.left_out}):
            shapes = sorted(
                triple[0] for triple in self.left_out if triple[1:] == (predicate, missing)
            )
            others = f" and {len(shapes) - 1} more" if shapes[1:] else ""
            sentences.append(
                f"shape {shapes[0]}{others}: sh:{predicate.removeprefix(SH)} refers to {missing}, "
                "which no file defines; it is ignored, so a claim that only it contradicts "
                "counts as unknown: also name the file that defines it"
            )
        return sentences


def shape_statements(paths: Sequence[Path]) -> ShapeStatements:
    """
    Return the statements of shapes files.

    Raises ``UnreadableInputError`` for a file without a shape, and as ``statements`` does.
    """
    collected: list[Triple] = []
    for place, path in enumerate(paths):
        file_triples = list(statements(Path(path), f"s{place}-"))
        if not any(_is_of_shape(triple) for triple in file_triples):
            raise refused(
                Path(path),
                f"found {len(file_triples)} statements, none of them a SHACL shape",
                "name it as a graph (--kg), or name the file of the shapes",
                expected="shapes (sh:NodeShape, sh:property, sh:targetClass)",
            )
        collected += file_triples
    triples = tuple(dict.fromkeys(collected))
    defined = {subject for subject, _, _ in triples} | {voc.NIL}
    left_out = tuple(
        statement
        for statement in triples
        if statement[1] in REFERRING
        and statement[2] not in defined
        and not is_literal(statement[2])
    )
    kept = (
        tuple(statement for statement in triples if statement not in set(left_out))
        if left_out
        else triples
    )
    return ShapeStatements(kept, left_out, unfollowed_imports(triples))


def unfollowed_imports(triples: Iterable[Triple]) -> tuple[str, ...]:
    """Return the ontologies that statements import and do not contain, sorted."""
    listed = list(triples)
    defined = {subject for subject, predicate, value in listed
               if predicate == voc.TYPE and value == ONTOLOGY}  # fmt: skip
    return tuple(
        sorted({value for _, predicate, value in listed if predicate == IMPORTS} - defined)
    )


def import_remarks(of: str, imports: Sequence[str]) -> list[str]:
    """Return a sentence that lists the imports as not followed; [] if there are none."""
    if not imports:
        return []
    option = {"shapes": "--shapes", "graph": "--kg"}[of]
    named = [*imports[:NAMED_MAX], *([f"and {len(imports) - NAMED_MAX} more"] if
             imports[NAMED_MAX:] else [])]  # fmt: skip
    sentence = (
        f"owl:imports of the {of} is not fetched: {', '.join(named)}; name its file with {option} "
        "if it is needed"
    )
    return [sentence]


def _is_of_shape(triple: Triple) -> bool:
    _, predicate, value = triple
    return predicate in OF_SHAPES or (predicate == voc.TYPE and value in SHAPE_CLASSES)
