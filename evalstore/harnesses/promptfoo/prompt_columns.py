"""Columns of an evaluation: each provider, with each prompt if there are several."""

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
    The columns that the evaluation declares, and those that only occur in rows, by number.

    A system is named after its provider (the label, else the id), or if the columns have several
    prompts, ``provider [prompt]``; repeated names are numbered.
    """

    found: dict[int, tuple[str, str]] = field(default_factory=dict)

    def declare(self, number: int, provider: object, label: object, raw: object) -> None:
        """Add a column, unless its number is known."""
        if number not in self.found:
            self.found[number] = (provider_name(provider), prompt_name(label, raw))

    def declare_all(self, prompts: list[dict[str, Any]]) -> None:
        """Add the columns listed in ``results.prompts``, in order."""
        for number, prompt in enumerate(prompts):
            self.declare(number, prompt.get("provider"), prompt.get("label"), prompt.get("raw"))

    @property
    def has_one_prompt(self) -> bool:
        """True if all columns have the same prompt."""
        return len({prompt for _, prompt in self.found.values()}) <= 1

    def systems(self) -> dict[int, str]:
        """
        Return the system name of each column.

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
    Return a short name of a prompt: its label, or the path alone if it comes from a file.

    promptfoo labels a prompt from a file ``path: text``, and one without a label by its text. A
    long label is cut, and made unique by the first digits of its SHA-256.

    >>> prompt_name("prompts/a.txt: You are a cook.", "You are a cook.")
    'prompts/a.txt'
    >>> prompt_name("Say {{word}}", "Say {{word}}")
    'Say {{word}}'
    """
    whole_label = label if isinstance(label, str) and label.strip() else raw
    full_name = name(whole_label) or "unnamed"
    path, colon, rest = full_name.partition(": ")
    whole_raw = name(raw)
    if colon and rest and whole_raw is not None and whole_raw.startswith(rest[:80]):
        return path
    if len(full_name) <= LABEL_LENGTH_MAX:
        return full_name
    digest = hashlib.sha256(str(whole_label).encode("utf-8", "surrogatepass")).hexdigest()
    return f"{full_name[:LABEL_START_LENGTH].rstrip()}… {digest[:DIGEST_LENGTH]}"


def columns_of(rows: list[tuple[int, object, object]]) -> list[int] | None:
    """
    Return the column of each row of a file without a list; None if `promptIdx` is the column.

    A row is its ``promptIdx``, provider and label. If one ``promptIdx`` has several of those,
    evaluations were joined: then each provider and prompt is a column.

    >>> columns_of([(0, "a", "p"), (0, "b", "p"), (1, "b", "p")])
    [0, 1, 1]
    >>> columns_of([(0, "a", "p"), (1, "a", "p")])
    """
    identities = [
        (number, (provider_name(provider), label if isinstance(label, str) else ""))
        for number, provider, label in rows
    ]
    if len(set(identities)) == len({number for number, _ in identities}):
        return None
    names = sorted(set(identities))
    places: dict[tuple[str, str], int] = {}
    for _, name_of_column in names:
        places.setdefault(name_of_column, len(places))
    return [places[name_of_column] for _, name_of_column in identities]
