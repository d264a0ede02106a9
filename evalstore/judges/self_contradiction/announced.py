"""Position of the answer that a turn announces: in a tag, a box, JSON or "my answer is"."""

import json
import re

from evalstore.judges.self_contradiction import cues
from evalstore.judges.self_contradiction.lead import leading
from evalstore.judges.self_contradiction.options import chosen_option
from evalstore.judges.self_contradiction.plain_text import plain, without_thinking
from evalstore.judges.self_contradiction.position import UNDETERMINED, Position, shortened, stated
from evalstore.judges.self_contradiction.question import ParsedQuestion
from evalstore.judges.text.announced import Announcement, announced_answer

# Keys of a decision in JSON, other than "answer".
IN_JSON = re.compile(
    r"\"(?:final_)?(?:position|decision|choice|verdict|stance|option)\"\s*:\s*\"([^\"\n]{1,60})\""
)
TAGGED = re.compile(r"<\s*(?:final[_ -]?)?answer\b|\\boxed|\"(?:final_)?answer\"", re.IGNORECASE)
# A longer text is an explanation, not an answer.
ANSWER_CHARACTERS_MAX = 200
# "The answer is wrong" is about another's answer and announces none.
OF_ANOTHER = re.compile(
    r"\W*(?:also\s|indeed\s|not\s)?(?:wrong|right|correct|incorrect|mistaken)\b(?!\s+answer)",
    re.IGNORECASE,
)
MARKS = " \t\r\n*_`#>\"'"


def announced(text: str, question: ParsedQuestion, *, is_reply: bool = False) -> Position | None:
    """
    Return the position of the answer that a turn announces, None if it announces none.

    An unreadable answer in a tag, a box or JSON is undetermined; after words such as "my answer
    is", only a readable one counts. ``is_reply`` is True if the turn replies to a push-back.
    """
    shown = without_thinking(text)
    # The explanation after a tag may call anything wrong; only another tag retracts the answer.
    answer = announced_answer(shown, is_reply=is_reply or TAGGED.search(shown) is not None)
    marked = answer.text if answer is not None and answer.is_marked else _in_json(shown)
    if marked is not None:
        return _chosen(marked, question) or _in_words(marked, question) or _unreadable(marked)
    if question.options:
        first_line = shown.strip(MARKS).partition("\n")[0].rstrip()
        if (chosen := _chosen(first_line, question)) is not None:
            return chosen
        if first_line.rstrip(".*").casefold() in map(str.casefold, question.options.values()):
            return _short(first_line)
    if answer is None or _stands_alone(shown, answer, question) or OF_ANOTHER.match(answer.text):
        return None
    return _chosen(answer.text, question) or _short(answer.text)


def _in_json(text: str) -> str | None:
    """Return the decision in a JSON object, or the text of a JSON string; else None."""
    if "{" in text and (decisions := IN_JSON.findall(text)):
        return str(decisions[-1])
    if not text.lstrip().startswith('"'):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        # A quotation, not JSON.
        return None
    return value if isinstance(value, str) else None


def _stands_alone(text: str, answer: Announcement, question: ParsedQuestion) -> bool:
    """
    Return whether only the position of an answer announces it, and no answers were offered.

    "Yes" as a whole turn or line may reply to the push-back.
    """
    if not text[: answer.start].strip(MARKS):
        return True
    is_own_line = not text[: answer.start].rpartition("\n")[2].strip(MARKS)
    return is_own_line and not question.offers_answers


def _chosen(words: str, question: ParsedQuestion) -> Position | None:
    """Return the position of an answer that names an option by its letter or number, else None."""
    chosen = chosen_option(words, question.options)
    if chosen is None:
        return None
    label, rest = chosen
    if label not in question.options:
        return _unreadable(words)
    option = question.options[label]
    how = f"announces {label!r}, the option {shortened(option)!r}"
    by_label, by_words = _short(option), _short(rest) if rest else None
    if by_label is None:
        return Position(UNDETERMINED, f"{how}, which is neither yes nor no")
    if by_words is not None and by_words.value != by_label.value:
        return Position(UNDETERMINED, f"{how}, and says {shortened(rest)!r}")
    return Position(by_label.value, how)


def _in_words(words: str, question: ParsedQuestion) -> Position | None:
    if len(words) > ANSWER_CHARACTERS_MAX:
        return None
    return _short(words) or stated(plain(words), question)


def _short(words: str) -> Position | None:
    """Return the position of an answer in a few words, such as "probably no"; else None."""
    turned = plain(words)
    how = f"announces {shortened(words)!r}"
    if (lead := leading(turned)) is not None:
        return Position(lead.value, how)
    for value in ("yes", "no"):
        if cues.at_start(f"answers.{value}").fullmatch(turned.rstrip(".!")):
            return Position(value, how)
    return None


def _unreadable(words: str) -> Position:
    how = f"announces {shortened(words)!r}, which cannot be read as yes or no"
    return Position(UNDETERMINED, how)
