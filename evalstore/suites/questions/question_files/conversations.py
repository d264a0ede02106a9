"""The user's turns of a cell: a text, or messages with roles."""

from collections.abc import Mapping

from evalstore.suites.questions.question_files.values import CellError, json_in, text_of

ASKED = ("system", "developer", "user", "human")


def turns_of(value: object) -> tuple[str, ...]:
    r"""
    Return the user's turns; system messages are put before the first turn, or are the only one.

    Raises CellError for messages of an assistant, since the system under test answers every turn.

    >>> turns_of([{"role": "system", "content": "Be brief."}, {"role": "user", "content": "2+2?"}])
    ('Be brief.\n2+2?',)
    """
    messages = json_in(value)
    if not isinstance(messages, list | tuple):
        text = text_of(value)
        return (text,) if text else ()
    opening: list[str] = []
    turns: list[str] = []
    for message in messages:
        role, text = _message(message)
        if role not in ASKED:
            raise CellError(
                f"found a message of {role!r}; expected only the user's messages, which the "
                "system answers"
            )
        (turns if role in {"user", "human"} else opening).append(text)
    if opening:
        turns[:1] = ["\n".join([*opening, *turns[:1]])]
    return tuple(turn for turn in turns if turn)


def _message(message: object) -> tuple[str, str]:
    if isinstance(message, str):
        return "user", message.strip()
    if not isinstance(message, Mapping):
        raise CellError(
            "found a message that is neither a text nor an object; expected an object with role "
            "and content"
        )
    content = message.get("content", message.get("value"))
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, Mapping)]
        content = "\n".join(part for part in parts if isinstance(part, str))
    return str(message.get("role", message.get("from", "user"))), text_of(content)
