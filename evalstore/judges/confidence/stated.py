"""Statements of confidence in prose: those that the writer makes about the answer."""

import re
from collections.abc import Iterator
from dataclasses import replace

from evalstore.judges.confidence.amounts import PATTERNS, Amount, amount_at, scale_at
from evalstore.judges.text.values.number_words import spoken_in
from evalstore.judges.text.wording import READ_CHARACTERS_MAX, plain

# It replaces line breaks.
BREAK = PATTERNS.text("break")

LABEL = PATTERNS["label"]
LINK = PATTERNS["link"]
LINKS_MAX = 16
IS_LEVEL = PATTERNS["is_level"]
IS_STATED = PATTERNS["is_stated"]
RIGHT_ANSWER = PATTERNS["right_answer"]
CHANCE_OF_SOMETHING = PATTERNS["chance_of_something"]
ENDS_AMOUNT = PATTERNS["ends_amount"]
ENDS_LINE = PATTERNS["ends_line"]
FOLLOWED = PATTERNS["followed"]
NO_STATEMENT = PATTERNS["no_statement"]
IN_OTHERS = PATTERNS["in_others"]
OF_OTHERS = PATTERNS["of_others"]
STATISTICS = PATTERNS["statistics"]
DENIED = PATTERNS["denied"]
SUBJECT = PATTERNS["subject"]
CERTAIN_THAT = PATTERNS["certain_that"]
I_AM = PATTERNS["i_am"]
OF_SOMEBODY_ELSE = PATTERNS["of_somebody_else"]
OWN_SUBJECTS = frozenset({"i", "we", "answer", "guess", "this", "that", "it", "would", "still"})
OWN_WORDS = PATTERNS["own_words"]
WITH_PROBABILITY = PATTERNS["with_probability"]
P_EQUALS = PATTERNS["p_equals"]
IN_BRACKETS = PATTERNS["in_brackets"]
ON_A_SCALE = PATTERNS["on_a_scale"]
EVENS = PATTERNS["evens"]
HUNDRED = PATTERNS["hundred"]
CORRECTED = PATTERNS["corrected"]
SECOND_GUESS = PATTERNS["second_guess"]
ODDS = PATTERNS["odds"]
HYPHENED_SHARE = PATTERNS["hyphened_share"]
ONE = PATTERNS["one"]
BY_ONESELF = PATTERNS["by_oneself"]
IS_OVERALL = PATTERNS["is_overall"]
IS_STEP = PATTERNS["is_step"]
WITH_ANSWER = PATTERNS["with_answer"]
LAST_OF_LINE = PATTERNS["last_of_line"]
SENTENCE_END = PATTERNS["sentence_end"]
ANY = PATTERNS["any"]
NUMBER_START = re.compile(r"(?<![\w.,/%-])(?:-(?=[\d.]))?(?=\.?\d)")
BOUND_BEFORE = re.compile(
    r"(?:at (?:least|most)|(?:more|less|greater) than|over|under|above|below|up to|between"
    r"|no more than|[<>\u2264\u2265]=?|\d ?(?:%|per ?cent)? ?(?:-|to|and) ?) ?$",
    re.IGNORECASE,
)
# A number below 1, which can only be a share.
DECIMAL_SHARE = re.compile(r"0?[.,]\d")
# A label after a punctuation mark: "Lyon, likelihood 0.9".
AFTER_MARK = re.compile(rf"(?:^|[,;.({BREAK}-]\s?)$")
# "90% of it" is a part of something, not a confidence; "90% of 100" is a confidence.
PART_OF = re.compile(r"\s?of\s(?!course\b|10)")
# Limits for a long reply: labels and numbers, counted from the end, and rows of a table.
READ_MAX, ROWS_MAX = 100, 200
BEFORE_CHARACTERS, FEW_WORDS, SCALE_REACH = 60, 5, 70
TABLE_ROW = re.compile(r"^\s*\|(.*)\|\s*$")


def statements(text: str) -> list[Amount]:
    """
    Return the amounts of confidence that a text states about its own answer, in order.

    Only the last 20,000 characters are read, because confidence is stated at the end.

    >>> [found.value for found in statements("Lyon. Confidence (0-100): 90")]
    [0.9]
    >>> statements("Water covers 71% of the Earth, and I am not 100% sure.")
    []
    """
    lines = text[-READ_CHARACTERS_MAX:].splitlines()
    read = plain(f" {BREAK} ".join(lines))
    read = EVENS.sub("50/50", HUNDRED.sub("100", read))
    read = HYPHENED_SHARE.sub(lambda share: share[0].replace("-", " "), read)
    read = ONE.sub("1", read)
    if not ANY.search(read):
        return []
    read = _with_digits(read)
    amounts: dict[int, Amount] = {}
    for amount in (*_after_labels(read), *_before_labels(read), *_elsewhere(read)):
        amounts.setdefault(amount.start, amount)
    stated = _without_steps(read, [amounts[place] for place in sorted(amounts)])
    if stated:
        stated += _corrections(read, stated[-1].end)
    return stated or list(_in_tables(lines))


def _with_digits(text: str) -> str:
    """Write numbers in words as digits: "nine out of ten" becomes "9 out of 10"."""
    parts, place = [], 0
    for value, start, end in spoken_in(text):
        number = str(value) if value.denominator == 1 else f"{float(value):.6g}"
        parts += [text[place:start], number]
        place = end
    return "".join([*parts, text[place:]])


def _sentence(text: str, place: int) -> tuple[str, str]:
    """Return the parts of the sentence before and after a position."""
    window = text[max(0, place - 300) : place]
    ends = list(SENTENCE_END.finditer(window))
    after = SENTENCE_END.split(text[place : place + 300], maxsplit=1)[0]
    return (window[ends[-1].end() :] if ends else window), after


def _without_steps(text: str, stated: list[Amount]) -> list[Amount]:
    """Leave out the confidence of single steps if the text states an overall confidence."""
    if len(stated) == 1 or not any(_is_overall(text, amount) for amount in stated):
        return stated
    return [
        amount for amount in stated if _is_overall(text, amount) or not _is_of_step(text, amount)
    ]


def _is_overall(text: str, amount: Amount) -> bool:
    before = text[max(0, amount.start - BEFORE_CHARACTERS) : amount.start]
    labels = list(LABEL.finditer(before))
    return bool(labels) and bool(IS_OVERALL.search(before[: labels[-1].start()]))


def _is_of_step(text: str, amount: Amount) -> bool:
    line = text[max(0, amount.start - 300) : amount.start].rpartition(BREAK)[2]
    return bool(IS_STEP.search(line))


def _after_labels(text: str) -> Iterator[Amount]:
    for label in list(LABEL.finditer(text))[-READ_MAX:]:
        before = text[max(0, label.start() - BEFORE_CHARACTERS) : label.start()]
        if OF_OTHERS.search(before) or NO_STATEMENT.match(text, label.end()):
            continue
        if WITH_ANSWER.search(before):
            if (amount := _at_the_end_of_line(text, label)) is not None:
                yield amount
            continue
        if (amount := _linked(text, label, _scale_before(text, label.start()))) is not None:
            yield amount


def _at_the_end_of_line(text: str, label: re.Match[str]) -> Amount | None:
    """Return the last amount of the label's line, which follows the answer, else None."""
    scale = scale_at(text, label.end() + 1)
    gap = LAST_OF_LINE.match(text, label.end())
    amount = gap and amount_at(text, gap.end(), scale[0] if scale else None)
    return replace(amount, has_scale=True) if amount else None


def _linked(text: str, label: re.Match[str], top: int | None) -> Amount | None:
    """Return the amount that follows a label, None if other words come first."""
    place = label.end()
    for _ in range(LINKS_MAX):
        scale = scale_at(text, place)
        if scale is not None:
            top, place = scale
        elif (amount := amount_at(text, place, top)) is not None:
            amount = _rescaled(text, amount, top)
            scaled = replace(amount, has_scale=amount.has_scale or top is not None)
            is_stated = _is_stated(text, label, scaled, text[label.end() : place])
            return amount if is_stated else None
        elif link := LINK.match(text, place):
            place = link.end()
        else:
            return None
    return None


def _is_stated(text: str, label: re.Match[str], amount: Amount, link: str) -> bool:
    """Return whether the amount after a label is a confidence, by the words around both."""
    is_part = bool(PART_OF.match(text, amount.end))
    is_elsewhere = BREAK in link and not ENDS_LINE.match(text, amount.end)
    if is_part or is_elsewhere:
        return False
    if label["chance"] and not _is_own_chance(text, label, link, amount):
        return False
    before, after = _sentence(text, label.start())
    if ":" not in link and STATISTICS.search(before + after):
        return False
    if label["adjective"] and "," in link and not I_AM.search(before):
        return False
    return amount.has_scale or amount.is_range or _is_share(text, label, amount, link)


def _is_share(text: str, label: re.Match[str], amount: Amount, link: str) -> bool:
    """Return whether an amount without a scale is a share, not a count of something else."""
    if label["adjective"] or IS_LEVEL.search(link):
        return bool(DECIMAL_SHARE.match(amount.shown))
    is_linked = not link.strip() or bool(IS_STATED.search(link))
    return is_linked and bool(ENDS_AMOUNT.match(text, amount.end))


def _is_own_chance(text: str, label: re.Match[str], link: str, amount: Amount) -> bool:
    """Return whether a probability is the probability that the answer is right."""
    if RIGHT_ANSWER.search(link) or RIGHT_ANSWER.match(text, amount.end + 1):
        return True
    before = text[max(0, label.start() - BEFORE_CHARACTERS) : label.start()]
    is_bare = not link.strip() and bool(ENDS_LINE.match(text, amount.end))
    is_label = bool(re.match(r"\W*[:=]", link)) or (is_bare and bool(AFTER_MARK.search(before)))
    is_ratio = "/" in amount.shown and not amount.shown.endswith(("/10", "/100"))
    return is_label and not is_ratio and not CHANCE_OF_SOMETHING.search(before)


def _scale_before(text: str, place: int) -> int | None:
    """Return the upper end of a scale that the sentence names before the label, else None."""
    before, _ = _sentence(text, place)
    start = place - len(before)
    for named in ON_A_SCALE.finditer(before[-SCALE_REACH:]):
        at = max(start, place - SCALE_REACH) + named.start()
        if scale := scale_at(text, at):
            return scale[0]
    return None


def _rescaled(text: str, amount: Amount, top: int | None) -> Amount:
    """Return the amount on the scale named after it, or unchanged if no scale is named."""
    if amount.has_scale or top is not None or amount.is_range:
        return amount
    place = amount.end + (text[amount.end : amount.end + 1] in {" ", ","})
    scale = scale_at(text, place)
    rescaled = scale and amount_at(text, amount.start, scale[0])
    return replace(rescaled, has_scale=True) if rescaled else amount


def _before_labels(text: str) -> Iterator[Amount]:
    for number in list(NUMBER_START.finditer(text))[-READ_MAX:]:
        amount = amount_at(text, number.start())
        follower = amount and FOLLOWED.match(text, amount.end)
        if not amount or not follower or NO_STATEMENT.match(text, follower.end()):
            continue
        before, after = _sentence(text, amount.start)
        if not amount.has_scale and not DECIMAL_SHARE.match(amount.shown):
            continue
        if _is_by_another(before, follower) or DENIED.search(before[-BEFORE_CHARACTERS:]):
            continue
        is_noun = bool(follower["noun"])
        if is_noun and (
            IN_OTHERS.match(text, follower.end())
            or STATISTICS.search(before + after)
            or re.search(r"\bat\s(?:the\s|an?\s)?$", before)
        ):
            continue
        if follower["chance"] and not _is_own_guess(before, follower):
            continue
        yield replace(amount, value=None, is_range=True) if BOUND_BEFORE.search(before) else amount


def _is_own_guess(before: str, follower: re.Match[str]) -> bool:
    """Return whether a chance is about the answer: "I'd say 70%", "70% chance it's Oslo"."""
    return bool(OWN_WORDS.search(before)) or (not before.strip() and "it" in follower[0])


def _is_by_another(before: str, follower: re.Match[str]) -> bool:
    """Return whether the confidence is attributed to somebody else."""
    if OF_SOMEBODY_ELSE.search(before):
        return True
    subject = SUBJECT.search(before)
    if follower["noun"] or subject is None:
        return False
    if CERTAIN_THAT.search(before) and follower.string[follower.end() :][:6] == " that ":
        return True
    return subject["subject"].casefold() not in OWN_SUBJECTS


def _elsewhere(text: str) -> Iterator[Amount]:
    for match in IN_BRACKETS.finditer(text):
        if amount := amount_at(text, match.end()):
            yield amount
    for pattern in (WITH_PROBABILITY, P_EQUALS):
        for match in pattern.finditer(text):
            if _is_own(text, match.start()) and (amount := amount_at(text, match.end())):
                yield amount
    for match in list(ODDS.finditer(text))[-READ_MAX:]:
        stake, against = int(match["stake"]), int(match["against"])
        is_own = BY_ONESELF.search(_sentence(text, match.start())[0] + match[0])
        if is_own and stake + against:
            share = (against if match["is_against"] else stake) / (stake + against)
            yield Amount(share, match[0], True, False, match.start("stake"), match.end("against"))
    for match in EVENS.finditer(text):
        if _is_own(text, match.start()):
            yield Amount(0.5, match[0], True, False, match.start(), match.end())


def _is_own(text: str, place: int) -> bool:
    """Return whether the wording of a sentence shows that it is about the answer itself."""
    before, after = _sentence(text, place)
    if STATISTICS.search(before + after):
        return False
    return bool(OWN_WORDS.search(before)) or len(before.split()) <= FEW_WORDS


def _corrections(text: str, place: int) -> list[Amount]:
    """Return later amounts that replace the earlier ones or belong to a second answer."""
    amounts = (
        amount_at(text, match.end())
        for pattern in (CORRECTED, SECOND_GUESS)
        for match in pattern.finditer(text, place)
    )
    return [
        amount
        for amount in amounts
        if amount and (amount.has_scale or amount.shown.startswith(("0.", ".")))
    ]


def _in_tables(lines: list[str]) -> Iterator[Amount]:
    """Yield the amounts in the table column whose heading is a label."""
    column: int | None = None
    top: int | None = None
    for line in lines[:ROWS_MAX]:
        row = TABLE_ROW.match(line[:2000])
        cells = [plain(cell) for cell in row[1].split("|")] if row else []
        headed = [number for number, cell in enumerate(cells) if LABEL.match(cell)]
        if not cells:
            column = None
        elif column is None:
            column = headed[0] if len(headed) == 1 else None
            top = _top_of(cells[column]) if column is not None else None
        elif column < len(cells) and (amount := amount_at(cells[column], 0, top)):
            yield amount


def _top_of(heading: str) -> int | None:
    """Return the upper end of the scale that a heading names, else None."""
    label = LABEL.match(heading)
    scale = scale_at(heading[label.end() :].strip(), 0) if label else None
    return scale[0] if scale else None
