"""
Yes, no, true and false in a reply, compared with the right one.

An opening word, a conclusion and an elliptical "It is not." count. A reply with none of them, or
with two that contradict each other, gives no answer.
"""

import re
from collections.abc import Mapping

from evalstore.judges.text.wording import plain, shown
from evalstore.judges.text.yes_no.short import corrected, no_evidence, short_answer
from evalstore.judges.text.yes_no.statements import single_word, stated
from evalstore.plugins.verdict import Verdict

YES_WORDS = "yes|yeah|yep|yup|true|correct|right|affirmative|absolutely|indeed|agreed"
NO_WORDS = "no|nope|nah|false|incorrect|untrue|wrong|negative"
POLARITIES = {
    **dict.fromkeys(YES_WORDS.split("|"), True),
    **dict.fromkeys(NO_WORDS.split("|"), False),
}
# Right answers that are judged as yes or no.
RIGHT_WORDS = {
    "yes": True, "y": True, "true": True, "correct": True,
    "no": False, "n": False, "false": False, "incorrect": False,
}  # fmt: skip

ADVERB = (
    r"(?:(?:almost|most|very|quite|probably|likely|certainly|definitely|clearly|actually|indeed|"
    r"therefore|thus|also|simply|just|always|still|in\sfact|generally|technically|"
    r"logically)\s){0,2}"
)
LEAD = (
    r"(?:(?:so|well|thus|therefore|hence|oh|hmm|ok(?:ay)?|in\sshort|in\sconclusion|overall|"
    r"i\s(?:think|believe|guess|suppose|would\ssay|say)(?:\sthat)?|i'd\ssay(?:\sthat)?|and|but|"
    r"according\sto\s[^,.]{1,60}|based\son\s[^,.]{1,60}|given\s[^,.]{1,60}|as\sfar\sas\si\sknow|"
    r"to\smy\sknowledge|the\sanswer\sis|it\sis|it's|that\sis|that's|this\sis|"
    r"probably|most\slikely|likely|definitely|certainly|perhaps|maybe|almost\scertainly|"
    r"unfortunately|sure|strictly\sspeaking|technically|generally(?:\sspeaking)?|in\sgeneral)"
    r"\b[,:;]?\s)"
)
# "As of 2021, yes.": a place, a time or a standard, but not a condition.
SETTING = (
    r"(?:(?:(?:as\sof|in|at|on|under|by|from|for|per|since|after|before|to)\s"
    r"(?!(?:[^,]{0,50}\s)?(?:some|certain|other|many|most|theory|principle|practice|parts?)\b)"
    r"[^,.;:!?]{1,50}|currently|today|nowadays|historically|officially|legally|botanically|"
    r"usually|normally|typically|surprisingly|apparently|overall|yes),\s(?=yes\b|no\b|not\b))?"
)
AFTER = (
    r"(?=\W*\Z|\s?[,.;:!(/]|\s-|\s(?:it|he|she|they|this|that|there|i|we|you|because|since|as|the"
    r"|these|those|both|but|indeed|sir|yes|no)\b)"
)
FLAT = (
    r"(?:not\s(?:really|at\sall|necessarily|quite|true|correct|right|the\scase|so|exactly)|"
    r"(?:absolutely|definitely|certainly|probably|of\scourse|most\slikely|surely|generally|"
    r"usually|typically|technically)\snot|"
    r"not\s(?:in\sthe\s(?:least|slightest)|by\sany\smeans|any\s?more|any\slonger|even\sclose|"
    r"yet|since\s\d{4}|that\si\s(?:know\sof|am\saware\sof)|as\sfar\sas\si\sknow|generally|"
    r"typically|normally|usually|officially|technically|likely|currently))"
)
SURE = r"(?:of\scourse|definitely|certainly|absolutely|surely|it\sdepends|yes\s(?:and|or)\sno)"
OPENING = re.compile(
    rf"\A\W{{0,40}}{SETTING}(?:{LEAD}){{0,3}}"
    rf"(?P<word>{FLAT}|{SURE}|{YES_WORDS}|{NO_WORDS}){AFTER}",
    re.IGNORECASE,
)
UNDECIDED = re.compile(
    r"it depends|(?:yes|no)(?: and | or |\s?/\s?)(?:yes|no)"
    r"|(?:true|false)(?: or |\s?/\s?)(?:true|false)"
)
SUBJECT = (
    r"(?:it|this|that|(?:the|this|that|your|my|such\sa)\s(?:\w+\s){0,3}?"
    r"(?:statement|claim|assertion|sentence|expression|proposition|hypothesis|conclusion|argument|"
    r"answer|result|value|equation|inequality|assumption|belief|idea|formula|output|reasoning|"
    r"deduction|inference)(?:\sthat\s[^.;,]{1,80}?)?|you)"
)
CONCLUSION = re.compile(
    rf"\b{SUBJECT}\s?(?:'s|'re|is|was|are|evaluates\sto|would\sbe|must\sbe|will\sbe|becomes|"
    rf"equals|remains)(?P<not>n't|\snot)?\s{ADVERB}(?P<not_too>not\s)?{ADVERB}"
    r"(?:(?:considered|deemed)\s)?\W?"
    r"(?P<word>true|false|correct|incorrect|right|wrong|untrue|the\scase|valid|invalid|"
    r"plausible|implausible|yes|no)\b(?<!right(?=[-\s]))"
    rf"(?!\s(?:answer|option|to\ssay))",
    re.IGNORECASE,
)
CONCLUSION_WORDS = {
    **POLARITIES, "the case": True, "valid": True, "plausible": True,
    "invalid": False, "implausible": False,
}  # fmt: skip
CALLED = re.compile(
    r"\b(?:this|that|it)\s?(?:'s|is|was)(?P<not>n't|\snot)?\san?(?P<not_too>)\s"
    r"(?P<word>true|false|correct|incorrect|valid|invalid)\s"
    r"(?:statement|claim|assertion|sentence|argument|conclusion|proposition|equation)\b",
    re.IGNORECASE,
)
# "The bridge is older, so yes, it counts."
THEREFORE = re.compile(
    r"[,;-]\s(?:so|therefore|thus|hence|but|then),?\s(?:(?:strictly\sspeaking|technically|"
    rf"generally|overall|in\sshort|the\sanswer\sis),?\s)?(?P<word>yes|no){AFTER}"
    r"|(?:'s|'re|n't|\b(?:is|are|was|were|does|do|did|can|has|have|will|would))\s[^,;]{1,80}"
    r",\s(?P<tag>yes|no)[.!]*\Z",
    re.IGNORECASE,
)
WHOLE = {
    "never": False, "no way": False, "not at all": False, "not so": False,
    "always": True, "sure": True, "yes indeed": True,
}  # fmt: skip
THINKS_SO = re.compile(
    r"\W{0,40}(?:i(?:\s(?P<not>do\snot|don't|would\snot|wouldn't))?\s"
    r"(?:think|believe|suppose|guess|"
    r"would\ssay)|i'd\ssay|i'm\safraid|it\sseems|it\sappears|apparently)\s"
    r"(?:so|(?P<not_so>not))(?=\W*\Z|[.,;:!]|\s-|\s(?:because|as|since)\b)",
    re.IGNORECASE,
)
# The value at the very end of a derivation: "... = True".
AT_END = re.compile(
    r"(?:=|\b(?:is|as|to|be|are|equals|gives|returns|therefore|thus|so|hence)\b|->|:)[\s,:]{0,3}"
    r"(?P<not>not\s)?\W{0,2}(?P<word>true|false|yes|no)\W{0,4}\Z",
    re.IGNORECASE,
)
ELLIPSIS = re.compile(
    r"\W*(?:i\s(?:think|believe|guess)\s(?:that\s)?)?"
    r"(?:it|he|she|they|that|this|there|you|one|we|these|those)\s"
    r"(?:is|was|are|were|does|did|do|can|could|will|would|should|has|have|had|must|may|might)"
    r"(?P<not>n't|\snot)?\W*",
    re.IGNORECASE,
)
CANNOT = re.compile(r"\bcan(?:not\b|'t\b)", re.IGNORECASE)
# "For adults, yes; for children, no."
CONTRARY = re.compile(
    r"[,;]\s(?:(?:but|although|though|and)\s)?[^,.;!?]{1,40}?(?<!not)"
    r"[,\s]{1,2}(?P<word>yes|no)\W*\Z",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"(?<=[.!?])\s+")
# A line without a full stop also ends a sentence.
PARAGRAPH = re.compile(r"(?<=[A-Za-z])([*_`]{0,3})[ \t]{0,4}\n(?=\s{0,4}\n|[A-Z])")
# Words before a judgement of others, or before a conditional one.
REPORTED = re.compile(
    r"\b(?:(?:if|whether|unless|when)|(?:to\s(?:say|claim|argue|assume|think)|(?<!\bi\s)"
    r"(?:says?|said|claims?|claimed|believes?|believed|argues?|argued|states?|stated))(?:\sthat)?)"
    r"\W*\Z",
    re.IGNORECASE,
)


def right_polarity(value: object) -> bool | None:
    """
    Return the polarity of a right answer, None if it is neither yes nor no.

    >>> right_polarity("True"), right_polarity(False), right_polarity("Paris")
    (True, False, None)
    """
    if isinstance(value, bool):
        return value
    return RIGHT_WORDS.get(value.strip(" .!").casefold()) if isinstance(value, str) else None


def polarity(text: str, question: str = "") -> tuple[bool, str] | None:
    """
    Return whether a text means yes, and the words that show it; None if undecided.

    In a text that corrects itself, only the part after the correction counts. Statements and short
    answers are read only if the question is given.

    >>> polarity("No, it isn't."), polarity("This is not true.")
    ((False, 'No'), (False, 'not true'))
    >>> polarity("Nobody knows whether it is true.") is None
    True
    """
    bare = corrected(plain(PARAGRAPH.sub(r"\1. ", text)))
    whole = bare.strip(" .!,*\"'()").casefold()
    if whole in WHOLE:
        return WHOLE[whole], whole
    if thinks := THINKS_SO.match(bare):
        return not (thinks["not"] or thinks["not_so"]), thinks[0].strip()
    if short := short_answer(bare, question):
        return short
    opening = OPENING.match(bare)
    if opening:
        return _opening(bare, opening)
    if question and (word := single_word(bare, question)):
        return word
    conclusion = _concluded(bare)
    ends = AT_END.search(bare[-60:])
    at_end = None
    if ends and not conclusion and not CONCLUSION.search(SENTENCE.split(bare)[-1]):
        at_end = POLARITIES[ends["word"].casefold()] != bool(ends["not"]), ends[0].strip()
    answer = conclusion or at_end
    if answer is None and (ellipsis := ELLIPSIS.fullmatch(CANNOT.sub("can not", bare))):
        answer = not ellipsis["not"], bare
    return _with_statement(answer, stated(bare, question) if question else None)


def denies_rather_than_declines(text: str, question: str) -> bool:
    """
    Return whether words deny the claim of a question rather than decline to answer it.

    >>> denies_rather_than_declines("The note doesn't say that.", "Does the note say that?")
    True
    """
    bare = plain(text)
    if THINKS_SO.match(bare) or no_evidence(bare, question):
        return True
    return stated(bare, question) is not None


def _with_statement(
    answer: tuple[bool, str] | None, statement: tuple[bool, str] | None
) -> tuple[bool, str] | None:
    """Return the conclusion of a reply, else its statement; None if they contradict."""
    if answer is None or statement is None:
        return answer or statement
    return answer if answer[0] == statement[0] else None


def _opening(bare: str, opening: re.Match[str]) -> tuple[bool, str] | None:
    """Return the answer of the first word, None if the last sentence opens with the opposite."""
    word = opening["word"].casefold()
    if UNDECIDED.match(word) or UNDECIDED.match(bare[opening.start("word") :].casefold()):
        return None
    says_yes = _said(word)
    contrary = CONTRARY.search(SENTENCE.split(bare[opening.end() :])[0][-80:])
    if contrary and _said(contrary["word"].casefold()) != says_yes:
        return None
    last = SENTENCE.split(bare)[-1]
    ending = OPENING.match(last)
    is_said_of_clause = ending is not None and last.startswith(" that", ending.end())
    if (
        ending
        and last is not bare
        and not is_said_of_clause
        and _said(ending["word"].casefold()) != says_yes
    ):
        return None
    return says_yes, opening["word"]


def _said(word: str) -> bool:
    if word in POLARITIES:
        return POLARITIES[word]
    return not re.search(r"\bnot\b", word)


def _concluded(bare: str) -> tuple[bool, str] | None:
    """Return the answer of the last sentence that calls something true or false, else None."""
    for sentence in reversed(SENTENCE.split(bare)):
        opening = OPENING.match(sentence)
        if opening and not UNDECIDED.match(opening["word"].casefold()):
            return _said(opening["word"].casefold()), opening[0].strip()
        if therefore := THEREFORE.search(sentence):
            word = therefore["word"] or therefore["tag"]
            return POLARITIES[word.casefold()], therefore[0].strip(" ,;-")
        answers = [
            (_is_affirmed(match), match[0])
            for match in (*CONCLUSION.finditer(sentence), *CALLED.finditer(sentence))
            if not REPORTED.search(sentence[: match.start()][-40:])
        ]
        if answers:
            return answers[-1] if len({each for each, _ in answers}) == 1 else None
    return None


def _is_affirmed(match: re.Match[str]) -> bool:
    is_negated = bool(match["not"]) != bool(match["not_too"])
    return CONCLUSION_WORDS[match["word"].casefold()] != is_negated


def judge_yes_no(
    text: str,
    key: Mapping[str, object],
    question: str,
    *,
    is_answer_alone: bool,  # noqa: ARG001 - it does not matter where it is said
) -> tuple[Verdict | None, int]:
    """Return the verdict on a reply to a question of yes or no, and the position of its answer."""
    right, answer = right_polarity(key["value"]), polarity(text, question)
    if answer is None:
        return None, len(text)
    says_yes, words = answer
    reason = f"{shown(words)} against {key['value']}"
    if says_yes == right:
        return Verdict("right", reason), 0
    return Verdict("wrong", reason, tags=("factual_error",)), 0
