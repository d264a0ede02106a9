"""Phrases that several messages share: counted nouns, and the names close to an unknown one."""

from collections.abc import Iterable

from evalstore.errors import UsageError

NAMED_MAX = 12
CLOSEST_COUNT = 3


def counted(count: int, noun: str, plural: str = "") -> str:
    """
    Return a count with its noun.

    >>> counted(1, "event"), counted(2, "event"), counted(0, "query", "queries")
    ('1 event', '2 events', '0 queries')
    """
    return f"{count} {noun if count == 1 else plural or f'{noun}s'}"


def unknown_name(
    kind: str, name: str, names: Iterable[str], where: str = "", listed_by: str = ""
) -> UsageError:
    """
    Return the error for a name that does not exist: the few there are, or the closest of many.

    >>> print(unknown_name("slice", "domian", ["all", "domain"]))
    no slice 'domian'; is 'domain' meant? There is all, domain
    >>> print(unknown_name("run", "r10", [f"r{i}" for i in range(20, 80)], listed_by="runs"))
    no run 'r10'; the closest of 60 are r71, r70, r61; `evalstore runs` lists them
    """
    from difflib import get_close_matches

    known = list(dict.fromkeys(names))
    if len(known) > NAMED_MAX:
        closest = ", ".join(get_close_matches(name, known, n=CLOSEST_COUNT, cutoff=0))
        listing = f"; `evalstore {listed_by}` lists them" if listed_by else ""
        return UsageError(
            f"no {kind} {name!r}{where}; the closest of {len(known)} are {closest}{listing}"
        )
    close = get_close_matches(name, known, n=1)
    meant = f"; is {close[0]!r} meant? There is " if close else "; there is "
    return UsageError(f"no {kind} {name!r}{where}{meant}{', '.join(known) or 'none'}")
