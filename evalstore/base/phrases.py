"""
Phrases that messages share.

Counted nouns, ordinal numbers, short hashes, names close to an unknown one.
"""

from collections.abc import Iterable

from evalstore.errors import UsageError

# The most names in a message: of names that a command lists, and of others.
LISTED_MAX = 12
NAMED_MAX = 30
CLOSEST_COUNT = 3


def counted(count: int, noun: str, plural: str = "") -> str:
    """
    Return a count with its noun.

    >>> counted(1, "event"), counted(2, "event"), counted(0, "query", "queries")
    ('1 event', '2 events', '0 queries')
    """
    return f"{count} {noun if count == 1 else plural or f'{noun}s'}"


def ordinal(number: int) -> str:
    """
    Return an ordinal number.

    >>> ordinal(1), ordinal(12), ordinal(22), ordinal(33)
    ('1st', '12th', '22nd', '33rd')
    """
    is_teen = number // 10 % 10 == 1
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def unknown_name(
    kind: str, name: str, names: Iterable[str], where: str = "", listed_by: str = ""
) -> UsageError:
    """
    Return the error for a name that does not exist, with those that do, or the closest of many.

    >>> print(unknown_name("slice", "domian", ["all", "domain"]))
    no slice 'domian'; did you mean 'domain'? Available: all, domain
    >>> print(unknown_name("run", "r10", [f"r{i}" for i in range(20, 80)], listed_by="runs"))
    no run 'r10'; the closest of 60 are r71, r70, r61; run `evalstore runs` to list them
    >>> print(unknown_name("era", "modern", map(str, range(40)))) # doctest: +ELLIPSIS
    no era 'modern'; available: 0, 1, 2, ..., 29 and 10 more
    """
    from difflib import get_close_matches

    choices = list(dict.fromkeys(names))
    if listed_by and len(choices) > LISTED_MAX:
        closest = ", ".join(get_close_matches(name, choices, n=CLOSEST_COUNT, cutoff=0))
        return UsageError(
            f"no {kind} {name!r}{where}; the closest of {len(choices)} are {closest}; run "
            f"`evalstore {listed_by}` to list them"
        )
    close = get_close_matches(name, choices, n=1)
    meant = f"; did you mean {close[0]!r}? Available: " if close else "; available: "
    rest = f" and {len(choices) - NAMED_MAX} more" if len(choices) > NAMED_MAX else ""
    available = ", ".join(choices[:NAMED_MAX]) or "none"
    return UsageError(f"no {kind} {name!r}{where}{meant}{available}{rest}")


def short_commit(git_sha: str) -> str:
    """
    Return the first digits of a commit's hash, as many as Git prints; "" if it is unknown.

    >>> short_commit("0a" * 20), short_commit("")
    ('0a0a0a0', '')
    """
    return git_sha[:7]


def short_digest(digest: str) -> str:
    """
    Return the first digits of a validator's digest, enough to tell two apart.

    >>> short_digest("0a" * 32)
    '0a0a0a0a0a0a'
    """
    return digest[:12]


def bracketed(kinds: Iterable[str]) -> tuple[str, ...]:
    """
    Return kinds of failure as tags in brackets.

    >>> bracketed(["hallucination", "respect-failure"])
    ('[hallucination]', '[respect-failure]')
    """
    return tuple(f"[{kind}]" for kind in kinds)
