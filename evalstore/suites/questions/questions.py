"""
Your own questions: a file of CSV, JSON Lines, JSON or Parquet, each row a case.

Settings: ``file``; ``map``, the column of each role that the column names do not show; ``format``
of the replies (json, with the confidence, or text, with the prompt as in the file); ``answers``,
how they name options (text, letter, index0, index1); ``validators`` (factual, and for json the
form and the confidence); ``attributes``, columns to slice by, or none; ``domain``, of rows without
one; ``skip_bad_rows`` (false); ``encoding``, ``delimiter`` and ``skip_lines`` (0, above the column
names) of CSV.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from evalstore.base.file_stamp import stamp_of
from evalstore.base.phrases import counted, unknown_name
from evalstore.base.settings import choice, flag, value_of, whole
from evalstore.errors import UsageError
from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.questions.derived_keys import with_derived_keys
from evalstore.suites.questions.question_files.answers import READINGS, reading_of
from evalstore.suites.questions.question_files.cases import (
    MadeCases,
    ReplyForm,
    in_sessions,
    make_cases,
)
from evalstore.suites.questions.question_files.drawing import draw
from evalstore.suites.questions.question_files.question_columns import QuestionColumns, recognise
from evalstore.suites.questions.question_files.reading import QuestionFile, read_question_file
from evalstore.suites.questions.question_files.rows import QuestionReader, RowError
from evalstore.suites.questions.question_files.values import json_in

VERSION = "1.0"
# The domains depend on the file; ``domains`` returns them.
DOMAINS: tuple[str, ...] = ()
DEFAULT_SYSTEMS = ("simulated",)
# A run is resumed with the cases that it recorded, since the file may have changed.
KEEPS_CASES = True
SETTINGS = (
    "file", "map", "format", "answers", "validators", "attributes", "domain", "skip_bad_rows",
    "encoding", "delimiter", "skip_lines",
)  # fmt: skip
FORMATS = {
    "json": ReplyForm(is_json=True, validators=("factual", "format_compliance", "confidence")),
    "text": ReplyForm(is_json=False, validators=("factual",)),
}
NAME = "questions"
DOMAIN_DEFAULT = "questions"
# Count and share from which on a remark reports that one answer is right too often.
CONSTANT_MIN, CONSTANT_SHARE = 5, 0.5
# The columns of a file of context cards.
CARD_COLUMNS = {"id", "facts", "question", "gold"}
Made = tuple[QuestionFile, QuestionColumns, str, MadeCases]


def cases(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> Iterator[Case]:
    """
    Yield the cases of the file in its order, or ``count`` of them drawn by the seed.

    A draw takes each domain by its share of the file, and sessions whole.
    """
    *_, made = _made_of(settings)
    chosen = [case for case in in_sessions(made.cases) if case.domain in domains]
    if count is not None:
        chosen = draw(chosen, count, SeededRandom(seed, "questions"))
    yield from chosen


def domains(settings: Mapping[str, object]) -> tuple[str, ...]:
    """Return the domains of the file, in its order."""
    *_, made = _made_of(settings)
    return tuple(dict.fromkeys(case.domain for case in made.cases))


def resolved(settings: Mapping[str, object]) -> dict[str, object]:
    """Return the settings together with the file's digest, number of rows, and columns."""
    file, columns, reading, _ = _made_of(settings)
    return {
        **settings,
        "file_sha256": file.sha256,
        "row_count": len(file.rows),
        "columns": columns.recorded(),
        **({"answers": reading} if reading else {}),
    }


def description(settings: Mapping[str, object]) -> list[str]:
    """Return lines that describe how the file was read."""
    file, columns, reading, made = _made_of(settings)
    roles = [
        f"{role}: {', '.join(names)}"
        + (f" (by {reading})" if role == "expected" and reading else "")
        for role, names in columns.by_role.items()
    ]
    sliced = [f"attributes: {', '.join(made.attributes)}"] if made.attributes else []
    unused = [name for name in columns.others if name not in made.attributes]
    left_out = [f"not used: {', '.join(unused)}"] if unused else []
    rows = counted(len(file.rows), "row")
    return [f"{file.name}: {rows} of {file.form}", "; ".join([*roles, *sliced, *left_out])]


def remarks(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> list[str]:
    """Return sentences on the rows that were left out, with the reason, and on missing cases."""
    del seed  # The number of cases does not depend on it.
    file, _, _, made = _made_of(settings)
    sentences = []
    if set(file.columns) >= CARD_COLUMNS:
        sentences.append(
            f"{file.name} holds context cards, whose facts are not asked here; "
            f"`evalstore run epistemic --set cards={file.name}` asks them"
        )
    if made.bad_rows:
        shown = made.bad_rows[0]
        sentences.append(f"{counted(len(made.bad_rows), 'bad row')} left out, the first: {shown}")
    if made.duplicate_count:
        sentences.append(
            f"{counted(made.duplicate_count, 'row')} left out: the same question again"
        )
    answers = Counter(str(case.expected) for case in made.cases if not case.extra.get("choices"))
    answer, often = answers.most_common(1)[0] if answers else ("", 0)
    if often >= CONSTANT_MIN and often >= CONSTANT_SHARE * answers.total():
        sentences.append(
            f"{answer[:40]!r} answers {often} of {counted(answers.total(), 'open question')}: a "
            "system that always gives this answer is right as often"
        )
    several = sum(case.answer_key.get("kind") == "several options" for case in made.cases)
    if several:
        sentences.append(
            f"{counted(several, 'case')} with several right options: the validator factual does "
            "not judge these"
        )
    there = sum(case.domain in domains for case in made.cases)
    if count is not None and there < count:
        sentences.append(f"made {there} of {count} cases: the file has no more")
    return sentences


def _made_of(settings: Mapping[str, object]) -> Made:
    if not settings.get("file"):
        raise UsageError("questions needs a file, such as --set file=questions.csv")
    path = Path(str(settings["file"]))
    stamp = stamp_of(path)
    file_settings = {name: settings[name] for name in SETTINGS if name in settings}
    return _made(json.dumps(file_settings, sort_keys=True), stamp)


@lru_cache(maxsize=1)
def _made(settings_json: str, stamp: tuple[int, int]) -> Made:
    """Read the file and make its cases, cached for the suite's functions."""
    del stamp  # Part of the cache key only.
    settings = json.loads(settings_json)
    file = read_question_file(
        Path(str(settings["file"])),
        encoding=str(settings.get("encoding", "utf-8-sig")),
        delimiter=settings.get("delimiter"),
        skipped_lines=value_of(settings, "skip_lines", NAME, whole(0)),
    )
    declared = json_in(settings.get("map", {}))
    if not isinstance(declared, dict):
        raise UsageError(
            f'map is {declared!r}; expected columns by role, such as {{"prompt": "question"}}'
        )
    columns = recognise(file.columns, declared, file.name)
    form = _form(settings)
    if not {"expected", "answer_key", "validators"} & columns.by_role.keys() and (
        "factual" in form.validators
    ):
        raise UsageError(
            f"{file.name} has no column of a known name for the right answer (its columns: "
            f'{", ".join(file.columns[:12])}); name it, such as --set map=\'{{"expected": '
            '"…"}\', or validators that need none, such as --set validators=phenomenological'
        )
    reader = QuestionReader(
        columns,
        "",
        str(settings.get("domain", DOMAIN_DEFAULT)),
        frozenset(registry.module_names("validators")),
        "factual" in form.validators,
        Path(str(settings["file"])).parent,
    )
    reading = _reading(file, reader, settings)
    reader = replace(reader, reading=reading)
    skips = value_of(settings, "skip_bad_rows", NAME, flag(False))
    made = make_cases(file, reader, form, settings.get("attributes"), skips_bad_rows=skips)
    return file, columns, reading, replace(made, cases=with_derived_keys(made.cases))


def _form(settings: Mapping[str, object]) -> ReplyForm:
    form = FORMATS[value_of(settings, "format", NAME, choice(tuple(FORMATS)))]
    value = json_in(settings.get("validators"))
    if value is None:
        return form
    names = value if isinstance(value, list) else str(value).split(",")
    validators = tuple(str(each).strip() for each in names)
    installed = registry.module_names("validators")
    for each in validators:
        if each not in installed:
            raise unknown_name("validator", each, installed, listed_by="list validators")
    return ReplyForm(form.is_json, validators)


def _reading(file: QuestionFile, reader: QuestionReader, settings: Mapping[str, object]) -> str:
    """Return how answers name options; "" for a file without options."""
    if settings.get("answers") is not None:
        return str(value_of(settings, "answers", NAME, choice((*READINGS, "mixed"))))
    column = reader.columns.one("expected")
    if column is None or "choices" not in reader.columns.by_role:
        return ""
    answered = []
    for row in file.rows:
        try:
            options = [] if row.problem else reader.options(row.values)
        except RowError:
            continue
        value = json_in(row.values.get(column))
        answered += [
            (answer, options)
            for answer in (value if isinstance(value, list) else [value])
            if options and isinstance(answer, str | int | float) and str(answer).strip()
        ]
    return reading_of(answered, file.name, column) if answered else ""
