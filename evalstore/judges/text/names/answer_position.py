"""
Position of a name in a reply: as the answer, or next to another name that is the answer.

"It was written by Ann Lee, a friend of Ben Day" mentions Ben Day and answers Ann Lee. The only
consequence is an undetermined verdict: words near a name show that it may not be the answer, but
not which name is.
"""

import re
from collections.abc import Sequence

from evalstore.judges.text.names.finding import FoundName, NameReply
from evalstore.judges.text.names.key import NameKey
from evalstore.judges.text.names.phrases import LIGHT, MEANINGS
from evalstore.judges.text.names.rival_names import OPENINGS, is_answer_only, rivals_in
from evalstore.judges.text.names.tokens import PATTERNS, keys_of, tokens_of

SUBORDINATE = PATTERNS["subordinate"]
# After an opening that is an answer by itself.
PARTICIPLE = re.compile(r",\s+(?P<opening>\w+ing|with|who|which)\s[^.;!?]*\Z", re.IGNORECASE)
RELATION = PATTERNS["relation"]
CLAUSE = re.compile(r"[,;:]\s|[.!?][\"')]*\s|\s-\s|\s\(")
FRAGMENT = re.compile(r"(?P<text>[^,.;:!?()]{2,60})(?P<mark>[,.;])\s")
FIGURES = re.compile(r"\d[\d.,]*")
YEAR = re.compile(r"(?:in\s+)?(?P<year>[12]\d{3})", re.IGNORECASE)
SUBJECT_QUESTION = PATTERNS["subject_question"]
COMPLEMENT = PATTERNS["rival_complement"]
COPULAS = frozenset({"is", "was", "are", "were"})
WORD_MIN = 3
READ_BEFORE = 400


def stands_beside_answer(reply: NameReply, places: Sequence[FoundName], looked: NameKey) -> bool:
    """Return whether the name is next to another answer at each of its places."""
    name_keys = {token.key for form in looked.forms for token in form.tokens}
    if any(place.start == 0 or place.start > READ_BEFORE for place in places):
        return False
    opening = _rival_opening(reply, name_keys)
    subject_end = _rival_subject_end(reply, name_keys) or _rival_complement_end(reply, name_keys)
    return all(_is_beside(reply, place, name_keys, opening, subject_end) for place in places)


def _is_beside(
    reply: NameReply,
    place: FoundName,
    name_keys: set[str],
    opening: str | None,
    subject_end: int | None,
) -> bool:
    before = reply.head[: place.start]
    clause = _last_start(before)
    if opening == "." or (subject_end is not None and clause > subject_end):
        main = before[:clause]
        return not _answers_more(reply, before[clause:], main)
    answers = opening is not None or subject_end is not None
    subordinate = SUBORDINATE.search(before) or (PARTICIPLE.search(before) if opening else None)
    if subordinate is not None and before[: subordinate.start()].strip():
        main = before[: subordinate.start()]
        is_main = answers or _has_rival(main, reply, name_keys, place)
        return is_main and not _answers_more(reply, before[subordinate.end("opening") :], main)
    relation = RELATION.search(before)
    if relation is None or set(keys_of(relation[0])) & reply.known:
        return False
    main = before[: relation.start()]
    return answers or _has_rival(main, reply, name_keys, place)


def _last_start(before: str) -> int:
    ends = [match.end() for match in CLAUSE.finditer(before)]
    return ends[-1] if ends else 0


def _answers_more(reply: NameReply, clause: str, main: str) -> bool:
    """Return whether a clause has words of the question that are missing in the main clause."""
    taken = set(keys_of(clause)) & reply.known - set(keys_of(main))
    return any(key not in LIGHT and key not in MEANINGS and len(key) >= WORD_MIN for key in taken)


def _has_rival(main: str, reply: NameReply, name_keys: set[str], place: FoundName) -> bool:
    """Return whether a clause has another possible answer of the name's kind: figures or words."""
    named = reply.text[place.start : place.end]
    if FIGURES.search(named):
        return any(
            key[:1].isdigit() and key not in name_keys and key not in reply.known
            for key in keys_of(main)
        )
    return bool(_rivals(main, reply, name_keys))


def _rivals(text: str, reply: NameReply, name_keys: set[str]) -> list[str]:
    rivals = rivals_in(text, reply.known)
    return [rival for rival in rivals if not name_keys & set(keys_of(rival))]


def _rival_opening(reply: NameReply, name_keys: set[str]) -> str | None:
    """Return the mark after a rival that alone opens the reply: "Ann Lee. She …"; else None."""
    fragment = FRAGMENT.match(reply.head)
    if fragment is None or not is_answer_only(fragment["text"]):
        return None
    keys = set(keys_of(fragment["text"]))
    if keys & name_keys or not keys - reply.known:
        return None
    is_figures = all(key[:1].isdigit() for key in name_keys)
    if is_figures:
        return "," if YEAR.fullmatch(fragment["text"]) else None
    if any(key[:1].isdigit() for key in name_keys):
        return None
    is_lower = not any(token.is_capital for token in tokens_of(fragment["text"]))
    if not is_lower and not _rivals(fragment["text"], reply, name_keys):
        return None
    return fragment["mark"]


def _rival_subject_end(reply: NameReply, name_keys: set[str]) -> int | None:
    """Return the end of a rival that is the subject of the question's verb, else None."""
    tokens = reply.tokens
    count = 0
    while count < len(tokens) and tokens[count].is_capital:
        count += 1
    if not 0 < count < len(tokens):
        return None
    rival, verb = tokens[:count], tokens[count]
    taken = name_keys | reply.known | OPENINGS
    if any(token.key in taken for token in rival) or verb.key not in reply.known:
        return None
    if verb.key in COPULAS:
        after = tokens[count + 1].key if count + 1 < len(tokens) else ""
        return verb.start if after in reply.known and after not in LIGHT else None
    is_asked = verb.key not in LIGHT and SUBJECT_QUESTION.match(reply.question)
    return verb.start if is_asked else None


def _rival_complement_end(reply: NameReply, name_keys: set[str]) -> int | None:
    """Return the end of the first clause if it names a competing answer."""
    match = COMPLEMENT.match(reply.head)
    if match is None:
        return None
    keys = set(keys_of(match["rival"]))
    is_alike = all(key[:1].isdigit() for key in keys) == all(
        key[:1].isdigit() for key in name_keys
    )
    if not is_alike or keys & (name_keys | OPENINGS) or not keys - reply.known:
        return None
    return match.end("rival")
