"""The columns of an evaluation: each provider, with each prompt where there are several."""

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses.values import mapping, name

LABEL_LENGTH_MAX = 60
LABEL_START_LENGTH = 40
DIGEST_LENGTH = 8


@dataclass(slots=True)
class Columns:
    """
    The columns that the evaluation declares, and those that only its rows show, by number.

    A system is named after its provider (the label, else the id), and where the columns have
    several prompts, ``provider [prompt]``; columns of the same name get a number behind it.
    """

    found: dict[int, tuple[str, str]] = field(default_factory=dict)

    def declare(self, number: int, provider: object, label: object, raw: object) -> None:
        """Add a column, unless it is known."""
        if number not in self.found:
            self.found[number] = (provider_name(provider), prompt_name(label, raw))

    def declare_all(self, prompts: list[dict[str, Any]]) -> None:
        """Add the columns that ``results.prompts`` lists, in their order."""
        for number, prompt in enumerate(prompts):
            self.declare(number, prompt.get("provider"), prompt.get("label"), prompt.get("raw"))

    @property
    def has_one_prompt(self) -> bool:
        """Whether all columns have the same prompt."""
        return len({prompt for _, prompt in self.found.values()}) <= 1

    def systems(self) -> dict[int, str]:
        """
        Return the system of each column.

        >>> columns = Columns()
        >>> columns.declare(0, "gpt-4o", "short", "Say {{x}}")
        >>> columns.systems()
        {0: 'gpt-4o'}
        >>> columns.declare(1, "gpt-4o", "long", "Please say {{x}}")
        >>> columns.declare(2, {"id": "openai:gpt-4o", "label": "gpt-4o"}, "long", "")
        >>> columns.systems()
        {0: 'gpt-4o [short]', 1: 'gpt-4o [long]', 2: 'gpt-4o [long] #2'}
        """
        is_single = self.has_one_prompt
        seen: Counter[str] = Counter()
        systems = {}
        for number, (provider, prompt) in sorted(self.found.items()):
            system = provider if is_single else f"{provider} [{prompt}]"
            seen[system] += 1
            systems[number] = system if seen[system] == 1 else f"{system} #{seen[system]}"
        return systems


def provider_name(provider: object) -> str:
    """
    Return the label of a provider, else its id.

    >>> provider_name({"id": "openai:gpt-4o", "label": ""}), provider_name("echo")
    ('openai:gpt-4o', 'echo')
    """
    if isinstance(provider, str):
        return name(provider) or "unnamed"
    fields = mapping(provider)
    return name(fields.get("label")) or name(fields.get("id")) or "unnamed"


def prompt_name(label: object, raw: object) -> str:
    """
    Return a short name of a prompt: its label, without the text of the prompt behind a file's.

    promptfoo labels a prompt out of a file ``path: text``, and one without a label by its text.
    A long label is cut, and told from others by the first digits of its SHA-256.

    >>> prompt_name("prompts/a.txt: You are a cook.", "You are a cook.")
    'prompts/a.txt'
    >>> prompt_name("Say {{word}}", "Say {{word}}")
    'Say {{word}}'
    """
    whole_label = label if isinstance(label, str) and label.strip() else raw
    found = name(whole_label) or "unnamed"
    path, colon, rest = found.partition(": ")
    whole_raw = name(raw)
    if colon and rest and whole_raw is not None and whole_raw.startswith(rest[:80]):
        return path
    if len(found) <= LABEL_LENGTH_MAX:
        return found
    digest = hashlib.sha256(str(whole_label).encode("utf-8", "surrogatepass")).hexdigest()
    return f"{found[:LABEL_START_LENGTH].rstrip()}… {digest[:DIGEST_LENGTH]}"


def columns_of(rows: list[tuple[int, object, object]]) -> list[int] | None:
    """
    Return the column of each row of a file that declares none; None where `promptIdx` tells them.

    A row is its ``promptIdx``, provider and label. Where one of them stands for several
    providers, evaluations were put together: then each provider and prompt is a column.

    >>> columns_of([(0, "a", "p"), (0, "b", "p"), (1, "b", "p")])
    [0, 1, 1]
    >>> columns_of([(0, "a", "p"), (1, "a", "p")])
    """
    found = [
        (number, (provider_name(provider), label if isinstance(label, str) else ""))
        for number, provider, label in rows
    ]
    if len(set(found)) == len({number for number, _ in found}):
        return None
    names = sorted(set(found))
    places: dict[tuple[str, str], int] = {}
    for _, name_of_column in names:
        places.setdefault(name_of_column, len(places))
    return [places[name_of_column] for _, name_of_column in found]
