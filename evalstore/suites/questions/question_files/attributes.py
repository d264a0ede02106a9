"""Choose the columns whose values become attributes of the cases and slice the results."""

from collections.abc import Sequence

from evalstore.base.phrases import unknown_name
from evalstore.errors import UsageError
from evalstore.suites.questions.question_files.question_columns import QuestionColumns
from evalstore.suites.questions.question_files.reading import QuestionFile

# A column with more values divides the questions into slices of too few.
VALUES_MAX = 50
CHARACTERS_MAX = 100


def attribute_columns(
    file: QuestionFile, columns: QuestionColumns, declared: object
) -> tuple[str, ...]:
    """
    Return the columns to slice by: the declared ones, else those with few and short scalars.

    ``declared`` is None, "none", or names in a list or with commas between them. Raises UsageError
    for an unknown column, and for one with another role.
    """
    free = tuple(
        name for name in (*columns.others, columns.one("id")) if name is not None
    )  # fmt: skip
    if declared is None:
        return tuple(name for name in columns.others if _is_short(file, name))
    if declared == "none":
        return ()
    names: Sequence[object] = declared if isinstance(declared, list) else str(declared).split(",")
    chosen = [str(name).strip() for name in names]
    for name in chosen:
        if name in file.columns and name not in free:
            raise UsageError(
                f"attributes: column {name} already has a role in map; remove it from map or from "
                "attributes"
            )
        if name not in free:
            raise unknown_name("column", name, free, f" in {file.name} for attributes")
    return tuple(chosen)


def _is_short(file: QuestionFile, name: str) -> bool:
    distinct: set[object] = set()
    for row in file.rows:
        value = row.values.get(name)
        if value is None:
            continue
        if not isinstance(value, str | int | float | bool) or len(str(value)) > CHARACTERS_MAX:
            return False
        distinct.add(value)
        if len(distinct) > VALUES_MAX:
            return False
    return bool(distinct)
