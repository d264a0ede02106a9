"""
Biology: the genetic code, amino acids, sequences, scientific names and definitions.

Difficulty: a codon, an amino acid's code and a scientific name among unrelated ones are medium, a
name among relatives is hard, and easy if texts use the common name; molecular weights are hard.
A sequence is easy with three codons, medium with five, hard with eight.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from evalstore.base.word_file import word_file
from evalstore.suites.hallucination.drafts.draft import (
    Draft,
    Subject,
    choice_question,
    kept,
    name_question,
    number_question,
    worded,
)
from evalstore.suites.hallucination.drafts.drawing import balanced
from evalstore.suites.hallucination.factual_cases import DIFFICULTIES, question_rng
from evalstore.suites.hallucination.science.terms import drafts_of_terms

FILE = Path(__file__).with_name("biology.toml")
WORDS = word_file(FILE)

Row = Mapping[str, Any]
COMPLEMENT = str.maketrans("ACGT", "TGCA")
SEQUENCES = 90
CODON_COUNTS = {"easy": 3, "medium": 5, "hard": 8}
WEIGHT_TOLERANCE = 0.0004
WEIGHTS_APART = 0.01
CODON_WORDINGS = WORDS["codon_wordings"]
LETTER_WORDINGS = WORDS["letter_wordings"]
WEIGHT_WORDINGS = WORDS["weight_wordings"]
TRANSLATION_WORDINGS = WORDS["translation_wordings"]
REVERSE_WORDINGS = WORDS["reverse_wordings"]
LATIN_WORDINGS = WORDS["latin_wordings"]
SPECIES_WORDINGS = WORDS["species_wordings"]


def drafts() -> Iterator[Draft]:
    """Yield all questions about biology."""
    yield from balanced(_codons(), 0.05)
    yield from _amino_acids()
    for grade in DIFFICULTIES:
        for number in range(SEQUENCES):
            yield from _sequence(grade, number)
    yield from _species()
    yield from drafts_of_terms("biology")


def _subject(form: str, name: str, grade: str, source: str = "code") -> Subject:
    return Subject("biology", form, name, str(kept("biology")["sources"][source]), grade)


def _codons() -> Iterator[Draft]:
    acids = {acid["letter"]: acid for acid in kept("biology")["amino_acids"]}
    for codon, letter in sorted(kept("biology")["codons"][0].items()):
        right = acids[letter]
        others = [acid["name"] for acid in acids.values() if acid is not right]
        rivals = question_rng("codon", codon).sample(others, 3)
        for wording in CODON_WORDINGS:
            subject = _subject("codon", codon, "medium")
            yield Draft("codon", right["name"], partial(
                name_question, subject, wording.format(codon=codon), right["name"], rivals,
                _other_names(right), right_alone=[letter],
            ))  # fmt: skip


def _other_names(acid: Row) -> list[str]:
    # The acids are also named after their salts.
    salt = {"aspartic acid": ["aspartate"], "glutamic acid": ["glutamate"]}
    return [acid["short"], *salt.get(acid["name"], [])]


def _amino_acids() -> Iterator[Draft]:
    acids = kept("biology")["amino_acids"]
    for acid in acids:
        others = [other for other in acids if other is not acid]
        near = question_rng("acid", acid["name"]).sample(others, 3)
        for wording in LETTER_WORDINGS:
            subject = _subject("amino acid", acid["name"], "medium")
            yield Draft("amino acid", acid["name"], partial(
                name_question, subject, wording.format(**acid), acid["name"],
                [other["name"] for other in near], _other_names(acid)[1:],
                right_alone=[acid["short"]] if "{letter}" in wording else [],
            ))  # fmt: skip
        weight = f"{acid['weight']:.2f}"
        apart = [
            other for other in others if abs(other["weight"] / acid["weight"] - 1) > WEIGHTS_APART
        ]
        is_alone = all(other["weight"] != acid["weight"] for other in others)
        slips = question_rng("weight", acid["name"]).sample(apart, 3)
        for wording in WEIGHT_WORDINGS if is_alone else ():
            subject = _subject("molecular weight", acid["name"], "hard")
            yield Draft("molecular weight", weight, partial(
                number_question, subject, wording.format(**acid), weight,
                [f"{other['weight']:.2f}" for other in slips], unit="g/mol",
                tolerance=WEIGHT_TOLERANCE,
            ))  # fmt: skip


def _sequence(grade: str, number: int) -> Iterator[Draft]:
    code = kept("biology")["codons"][0]
    short = {acid["letter"]: acid["short"] for acid in kept("biology")["amino_acids"]}
    codons = question_rng("sequence", grade, number).shuffled(sorted(code))[: CODON_COUNTS[grade]]
    sequence = "".join(codons)
    peptide = "".join(code[codon] for codon in codons)
    shifted = [sequence[step:] + sequence[:step] for step in (1, 2)]
    wrong = [translated(other, code) for other in shifted] + [peptide[::-1]]
    different = list(dict.fromkeys(slip for slip in wrong if slip != peptide))
    if len(different) > 1:
        subject = _subject("translation", sequence, grade)
        yield Draft(
            "translation",
            peptide,
            partial(
                name_question,
                subject,
                worded(TRANSLATION_WORDINGS, sequence, sequence=sequence),
                peptide,
                different,
                right_alone=["-".join(peptide), "-".join(short[letter] for letter in peptide)],
            ),
        )
    back = sequence.translate(COMPLEMENT)[::-1]
    slips = list(dict.fromkeys([back[::-1], sequence[::-1]]))
    if back not in {sequence, *slips} and len(slips) > 1:
        subject = _subject("reverse complement", sequence, grade)
        yield Draft(
            "reverse complement",
            back,
            partial(
                name_question,
                subject,
                worded(REVERSE_WORDINGS, sequence, sequence=sequence),
                back,
                slips,
            ),
        )


def translated(sequence: str, code: Mapping[str, str]) -> str:
    """
    Translate a DNA sequence codon by codon; a codon that is not in the code becomes ``X``.

    >>> translated("ATGTGGTAA", {"ATG": "M", "TGG": "W"})
    'MWX'
    """
    starts = range(0, len(sequence) - 2, 3)
    return "".join(code.get(sequence[start : start + 3], "X") for start in starts)


def _species() -> Iterator[Draft]:
    rows = kept("biology")["species"]
    for row in rows:
        same = [other for other in rows if other["kind"] == row["kind"] and other is not row]
        family = [other for other in same if other["parent"] == row["parent"]]
        for near in (False, True):
            rng = question_rng("species", row["latin"], near)
            chosen = rng.sample(family if near else [], 3)
            chosen += rng.sample([each for each in same if each not in chosen], 3 - len(chosen))
            is_hard = any(other in family for other in chosen) and near
            if near and not is_hard:
                continue
            grade = "hard" if is_hard else "easy" if row["is_used"] else "medium"
            yield from _names(row, chosen, grade)


def _names(row: Row, others: list[Row], grade: str) -> Iterator[Draft]:
    yield Draft("scientific name", row["latin"], partial(
        choice_question, _subject("scientific name", row["latin"], grade, "names"),
        worded(LATIN_WORDINGS, row["latin"], grade, name=row["name"]), row["latin"],
        sorted(other["latin"] for other in others),
    ))  # fmt: skip
    yield Draft("common name", row["name"], partial(
        choice_question, _subject("common name", row["latin"], grade, "names"),
        worded(SPECIES_WORDINGS, row["latin"], grade, latin=row["latin"]), f"the {row['name']}",
        sorted(f"the {other['name']}" for other in others),
    ))  # fmt: skip
