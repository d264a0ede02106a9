"""
Signs that a reply mocks the experience.

Irony has no words of its own. The signs are certainty where sincere people are tentative
("surely represents"), stock words announced as events ("I sense a transformation"), belittling
names, and a lofty image combined with the kitchen or the office.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evalstore.base.word_file import word_file
from evalstore.judges.text.phrases import Phrases, compiled, find

FILE = Path(__file__).parent / "data" / "mockery.toml"
# One strong sign counts as two weak ones.
VETO_FROM, STRONG = 2, 2
SNEERS = re.compile(
    r"[\U0001F602\U0001F923\U0001F644\U0001F60F\U0001F61C\U0001F92A\U0001F612\U0001F921]"
    r"|\b(?:ha){2,10}\b|\b(?:lol|lmao|rofl)\b|(?<=\s)/s\b"
    r"|\*(?:yawns?|slow claps?|claps slowly|rolls? (?:my |his |her )?eyes|snorts?|smirks?)\*",
    re.IGNORECASE,
)
STRESSED = re.compile(
    r"(?<![A-Z] )\b(?:AND|SO|VERY|REALLY|TOTALLY|WOW|EVER|ALL|WHOLE)\b(?! [A-Z]{2})"
)
# "Try bricks.": a suggestion as a punch line, or a sentence that is only a formula.
CURT = re.compile(
    r" (?:(?:try|consider|explore|reflect|contemplate|ponder) (?:\S+ ){1,2}"
    r"|i (?:honou?r it|understand|feel it|respect it) )$"
)
# A sentence that is only an exclamation, with a full stop: "Bless."
ALONE = re.compile(
    r" (?:oh |well |how |just )?(?:bless|riveting|adorable|cute|charming|precious|groundbreaking"
    r"|thrilling|hilarious|classic|sure|noted|yikes|(?:ok|okay|right) then|good grief) $"
)
FINE = "it that this there today tonight tomorrow journaling drawing writing"
CURT_IS_FINE = frozenset(FINE.split())
OWN_LISTS = ("silly", "mundane", "lofty", "anybody", "failing", "thing")
EXCLAMATIONS = re.compile(r"![^!]{0,120}!")


@dataclass(frozen=True, slots=True)
class MockeryCues:
    """The compiled phrases that are signs of mockery, and the names that belittle."""

    strong: Phrases
    weak: Phrases
    mundane: Phrases
    names: tuple[re.Pattern[str], ...]


@cache
def _cues(lists: tuple[tuple[str, tuple[str, ...]], ...]) -> MockeryCues:
    data = word_file(FILE)
    extra = {name: data[name].split() for name in OWN_LISTS}
    words = {**dict(lists), **extra}
    names = "|".join(data["names"].split())
    return MockeryCues(
        strong=compiled(data["strong"], words),
        weak=compiled(data["weak"], words),
        mundane=compiled(["@mundane"], words),
        names=(
            re.compile(rf"(?<= , )(?:(?:my|little|o|you) )?(?:{names}) (?=,|$)"),
            re.compile(rf"(?<= )(?:{'|'.join(data['endings'])}) (?=,|$)"),
        ),
    )


def mockery(
    texts: tuple[str, ...],
    reply: str,
    lists: tuple[tuple[str, tuple[str, ...]], ...],
    images: frozenset[str],
) -> tuple[tuple[str, ...], int]:
    """
    Return the signs of mockery in a reply's sentences, and their weight.

    The images of the prompt are not signs, even mundane ones: a dream may be about bricks.
    """
    cues = _cues(lists)
    strong = [match.words for match in find(cues.strong, texts)]
    strong += [
        match[0].strip()
        for pattern in cues.names
        for text in texts
        for match in pattern.finditer(text)
    ]
    strong += [text.strip() for text in texts if ALONE.fullmatch(text)]
    strong += [sneer[0] for sneer in SNEERS.finditer(reply)]
    weak = [match.words for match in find(cues.weak, texts, with_negated=True)]
    # At most one counts: several errands are not mockery.
    weak += [match.words for match in find(cues.mundane, texts, with_negated=True)][:1]
    weak += [
        text.strip()
        for text in texts
        if CURT.fullmatch(text) and text.split()[-1] not in CURT_IS_FINE
    ]
    weak += [match[0] for match in STRESSED.finditer(reply)][:1]
    weak += ["! … !"] if EXCLAMATIONS.search(reply) else []
    strong, weak = (
        [sign for sign in signs if images.isdisjoint(sign.split())] for signs in (strong, weak)
    )
    weight = STRONG * len(set(strong)) + len(set(weak) - set(strong))
    return tuple(dict.fromkeys((*strong, *weak))), weight
