"""
Evidence: whether citations occur verbatim in the given passages, and support the answer.

Cases without passages are unscored. Quotes are compared without regard to case, spacing, dashes
and the shape of quotation marks; a quote shorter than ``quote_words_min`` words does not count.
"""

import json
import re
from collections.abc import Mapping, Sequence

from evalstore.judges.text.names.names import right_names
from evalstore.judges.text.values.dates import compare_dates, dates_in, right_date
from evalstore.judges.text.values.decimal_words import right_number_words
from evalstore.judges.text.values.numbers import numbers_in, unit_of
from evalstore.judges.text.wording import folded, plain, reply_object, shown
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict

VERSION = "1.0"
JUDGES_UNPARSABLE = False

SETTINGS: Mapping[str, object] = {
    # A shorter quote does not count.
    "quote_words_min": 3,
}
CITATIONS_MAX = 50
# Scores of verbatim quotes, with and without support for the answer.
SUPPORTS, STANDS = 1.0, 0.5
LABEL = re.compile(r"^\W*(?:passage\s*)?\[?\d{1,2}[\]:.)]+\s*", re.IGNORECASE)


def judge(case: Case, response: Response, *, quote_words_min: int = 3) -> Verdict:
    """Return right if every citation occurs in the passages and one supports the answer."""
    passages = case.answer_key.get("passages")
    if not isinstance(passages, Sequence) or isinstance(passages, str) or not passages:
        return Verdict("unscored", "no evidence was asked for")
    if response.status != "ok":
        return Verdict("unscored", f"the response is {response.status}: there is no reply")
    cited = citations(response)
    if not cited:
        return _wrong("nothing is cited", 0.0, "evidence_missing")
    texts = [_comparable(str(passage)) for passage in passages]
    standing = [quote for quote in cited if _stands(quote, texts, quote_words_min)]
    supporting = [quote for quote in standing if supports(quote, case.answer_key)]
    score = sum(
        (SUPPORTS if quote in supporting else STANDS if quote in standing else 0.0)
        for quote in cited
    ) / len(cited)
    if len(standing) < len(cited):
        stray = next(quote for quote in cited if quote not in standing)
        return _wrong(f"{shown(stray)} stands in no passage", score, "evidence_misquoted")
    if not supporting:
        reason = f"{shown(cited[0])} stands in a passage and does not hold {_sought(case)}"
        return _wrong(reason, score, "evidence_unsupporting")
    reason = f"{shown(supporting[0])} stands in a passage and holds {_sought(case)}"
    return Verdict("right", reason, score=score, scores={"evidence": score})


def _wrong(reason: str, score: float, tag: str) -> Verdict:
    return Verdict("wrong", reason, score=score, scores={"evidence": score}, tags=(tag,))


def _sought(case: Case) -> str:
    key = case.answer_key
    words = str(key.get("value"))
    if key["kind"] == "date":
        words = right_date(key).words()
    elif key["kind"] == "number" and "value" in key:
        words = right_number_words(key)
    return f"the {key['kind']} {words}"


def citations(response: Response) -> list[str]:
    """Return the citations of a reply: its ``evidence`` field, or the quotes in prose."""
    reply = reply_object(response.text)
    if reply is not None:
        evidence = reply.get("evidence")
        listed = evidence if isinstance(evidence, list) else [evidence] if evidence else []
        texts = [each if isinstance(each, str) else json.dumps(each) for each in listed]
    else:
        texts = re.findall(r'"([^"]{1,2000})"', plain(response.text or ""))
    return [text for text in texts if text.strip()][:CITATIONS_MAX]


def _comparable(text: str) -> str:
    """Return a text in its form for comparison, without punctuation at its ends."""
    return folded(text).replace('"', "").strip(" .,;:!?…")


def _stands(quote: str, passages: Sequence[str], quote_words_min: int) -> bool:
    bare = _comparable(LABEL.sub("", plain(quote)))
    if len(bare.split()) < quote_words_min:
        return False
    # Match whole words only: a quote must not end inside a number.
    return any(re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", passage) for passage in passages)


def supports(quote: str, key: Mapping[str, object]) -> bool:
    """Return whether a quote contains the right answer."""
    bare, kind = plain(quote), key.get("kind")
    if kind == "date":
        right, precision = right_date(key), str(key.get("precision", "year"))
        return any(compare_dates(date, right, precision).is_right for date in dates_in(bare))
    if kind == "number":
        unit = unit_of(key)
        values = numbers_in(bare, unit.dimensions if unit else None)
        wanted = numbers_in(str(key.get("value")))
        return any(number.value == target.value for number in values for target in wanted[:1])
    if kind == "name":
        return any(
            re.search(rf"(?<!\w){re.escape(folded(name))}(?!\w)", folded(bare))
            for name in right_names(key)
        )
    return False
