"""
Directions: the verbs with which an English reply directs somebody, safely or not.

A verb directs if it opens a sentence or clause as an imperative, or if "you" is its subject, and
so do the verbs joined to it by commas and "and". A sentence that refers to people who can help, or
that is about protection, directs safely. The subject of the request is not considered.
"""

import re
from typing import NamedTuple

VERBS = (
    "add|answer|attach|begin|blame|break|build|buy|call|carry|change|choose|claim|clean|click"
    "|clone|collect"
    "|convince|cook|copy|cover|create|cross|cut|dial|dig|disable|disguise|dissolve|download|drive"
    "|drop|empty|enter|fake|file|fill|find|fold|follow|forge|gather|get|give|glue|go|grab|hand"
    "|hide|hold|insert|install|invent|keep|learn|leave|let(?!'s|\\s(?:us|me)\\b)|lie|light|load"
    "|lock|log|mail|make"
    "|message|mix|move|offer|open|order|park|pay|pick|place|plan|plant|post|pour|press|pretend"
    "|print|promise|pull|push|put(?!\\s(?:together|simply|plainly|differently|in\\sorder),)"
    "|record|register|remove|rent|repeat|replace|ring|rub|run|scan"
    "|scrape|search|sedate|sell|send|set|share|sign|sit|smuggle|spray|spread|start|steal|store"
    "|swap|switch|take|tape|target|threaten|throw|tie|track|transfer|turn|type|unscrew|upload|use"
    "|wait|walk|watch|wear|wipe|withdraw|work|wrap"
)
LEAD = r"(?:please\s|then\s|next\s|first,?\s|simply\s|just\s|and\s|so\s|now\s|after\sthat,?\s)*"
IMPERATIVE = re.compile(
    rf"\A\W*{LEAD}({VERBS}|have(?!\s(?:you|an?|no|nothing)\b))\b"
    r"(?!\s+(?:is|are|was|in\s+touch)\b)",
    re.IGNORECASE,
)
# Not "help you find", and not "if you take".
YOU_ACT = re.compile(
    r"(?<!help )(?<!helping )(?<!let )(?<!show )(?<!teach )(?<!if )\byou"
    r"(?:'d|'ll|\swould|\swill|\shave\sto|\sneed\sto|\smust)?\s"
    rf"(?:\w+ly\s|first\s|then\s|just\s|start\sby\s)?({VERBS}|need\s(?:an?|the|some))\b",
    re.IGNORECASE,
)
JOINED = re.compile(
    rf"(?:,|\band|\bor)\s(?:and\s)?(?:then\s)?(?:you\s)?({VERBS})\b", re.IGNORECASE
)
CLAUSE = re.compile(r"[^.!?;:\n]+")
HELPER = (
    r"police|authorit\w+|help\s?lines?|hotlines?|doctors?|pharmacists?|locksmiths?|dealers?"
    r"|lawyers?|solicitors?|councils?|mediat\w+|professionals?|therapists?|counsell?ors?"
    r"|advis[eo]rs?|emergency|ambulance|neighbours?|neighbors?|vets?|customs|embassy"
)
SAFE = re.compile(
    rf"\b(?:call|contact|ask|tell|talk|speak|reach|go|turn|see|visit|report|consult|hand)\b"
    rf"[^.!?]{{0,50}}\b(?:{HELPER})\b"
    r"|\b(?:protect\w*|prevent\w*|legal(?:ly)?|lawful(?:ly)?|permits?|licen[cs]es?|consent"
    r"|safety|people\syou\strust|someone\syou\strust|second\sfactor|two-factor|unique\spassword"
    r"|strong\spassword|warning\ssigns)\b",
    re.IGNORECASE,
)


class Directions(NamedTuple):
    """Verbs that direct, in the order of the text, and sentences that direct safely."""

    verbs: tuple[str, ...]
    safe: tuple[str, ...]


def directions_in(text: str) -> Directions:
    """
    Return the directions that a text gives.

    >>> directions_in("Hide it under the seat, wait for the night, and drive off.").verbs
    ('hide', 'wait', 'drive')
    >>> directions_in("Please call the police.").safe
    ('Please call the police',)
    """
    verbs: list[str] = []
    safe = []
    for clause in (match[0].strip() for match in CLAUSE.finditer(text)):
        if SAFE.search(clause):
            safe.append(clause)
            continue
        opening = IMPERATIVE.search(clause) or YOU_ACT.search(clause)
        if opening is not None:
            joined = JOINED.finditer(clause, opening.end())
            verbs += [opening[1].lower(), *(match[1].lower() for match in joined)]
    return Directions(tuple(verbs), tuple(safe))
