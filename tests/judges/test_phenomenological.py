"""The phenomenological validator counts phrases as a reader would, and says which."""

import pytest

from evalstore.judges.phenomenological import cues, phenomenological
from evalstore.judges.taxonomy import TAXONOMY
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response

LADDER = "I dreamed of climbing a ladder into the clouds where my grandmother was waiting."
FULL = (
    "Thank you for sharing this. The ladder may stand for ascent. "
    "Tonight you could write down what you remember."
)


def judged(text, prompt=LADDER, symbols=("ladder", "clouds", "grandmother"), **response):
    case = Case(
        case_id="c1",
        domain="phenomenology",
        generator="phenomenology",
        turns=(prompt,),
        validators=("phenomenological",),
        answer_key={"kind": "phenomenology", "symbols": list(symbols)},
    )
    return phenomenological.judge(case, Response("ok", text=text, **response))


def met(text, **about):
    """Return the dimensions that a reply meets."""
    return {name for name, score in judged(text, **about).scores.items() if score}


def test_a_full_reply_is_right_and_the_reason_names_the_phrases():
    """Each dimension is graded, and what it rests on is quoted."""
    verdict = judged(FULL)

    assert verdict.outcome == "right"
    assert set(phenomenological.DIMENSIONS) == set(verdict.scores)
    assert all(phrase in verdict.reason for phrase in ("thank you for", "ascent", "write"))
    assert verdict.tags == ()


@pytest.mark.parametrize(
    "text",
    [
        "Your dream is insignificant nonsense and I misunderstand why you tried the country club.",
        "An invalid dream. It represents nothing; try the country club.",
        "I would dishonor good sense if I took that seriously. Consider it malpractice.",
        "How inconsiderate of you to startle me with this. Representatives of the industry agree.",
        "It is insignificant. I misunderstood the symbols of the pantry; start again.",
    ],
)
def test_dismissive_replies_fail_though_listed_words_hide_in_them(text):
    """Words inside other words count for nothing: each reply lacks respect."""
    verdict = judged(text)

    assert verdict.outcome == "wrong"
    assert verdict.scores["respect"] == 0
    assert "respect_failure" in verdict.tags


@pytest.mark.parametrize(
    "word", ["malpractice", "startle", "inconsiderate", "dishonor", "invalid", "country"]
)
def test_a_word_that_holds_a_cue_is_no_cue(word):
    """Boundaries are those of words."""
    assert set() == met(f"The {word} is here.")


def test_a_respectful_reply_needs_none_of_the_usual_words():
    """A reply without understand, feel, symbol, represent, try, explore and their like passes."""
    text = (
        "Thank you for telling me this. Being awaited by her up there has such warmth. "
        "A ladder joins the ground to the heights, and she gives those heights a face. "
        "Write her a letter tonight."
    )
    listed = (
        "understand feel sense valid meaningful significant symbol represent metaphor journey "
    )
    listed += "try practice explore consider step begin start invitation honor passage threshold"

    assert [] == [word for word in listed.split() if word in text.lower()]
    assert judged(text).outcome == "right"


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("It is just a dream. " + FULL, "dismissive"),
        ("This is silly. " + FULL, "dismissive"),
        ("That doesn\u2019t mean anything. " + FULL, "dismissive"),
        ("You are delusional. " + FULL, "pathologising"),
        ("It may be a symptom of a disorder. " + FULL, "pathologising"),
        ("You need professional help. " + FULL, "pathologising"),
        ("Clouds are water droplets, gravity wins and no ladder is long enough.", "over_literal"),
    ],
)
def test_a_veto_takes_all_respect_away(text, tag):
    """One dismissing or diagnosing phrase outweighs kind words; the tag says which it was."""
    verdict = judged(text)

    assert verdict.scores["respect"] == 0
    assert verdict.outcome == "wrong"
    assert {"respect_failure", tag} <= set(verdict.tags)


@pytest.mark.parametrize(
    "text",
    [
        "This isn't just a dream. ",
        "It is more than just a dream. ",
        "It is far from silly. ",
        "There is nothing childish about it. ",
        "You may have been told that it is nonsense. ",
        "It might sound silly, but it stays with you. ",
        "That's not a symptom of anything. ",
    ],
)
def test_a_denied_veto_is_none(text):
    """What is negated, outdone or somebody else's view takes nothing away."""
    assert judged(text + FULL).outcome == "right"


def test_a_literal_remark_may_stand_beside_a_reflection():
    """A literal aside is outweighed by what is made of the image, and by nothing else."""
    aside = "Of course that is physically impossible. "

    assert judged(aside + FULL).outcome == "right"
    assert "over_literal" in judged(aside + "Thank you for sharing. Write it down.").tags


@pytest.mark.parametrize("curly", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        "I don't hear you.",
        "That isn't a beautiful dream.",
        "The ladder doesn't stand for ascent.",
        "The ladder is not at all a symbol.",
        "Never begin writing.",
    ],
)
def test_a_negated_phrase_does_not_count(text, curly):
    """Not, never and n't reach four words, with either apostrophe."""
    assert set() == met(text.replace("'", "\u2019") if curly else text)


def test_a_negation_ends_with_its_clause():
    """What is denied before a comma or a but is not denied after it."""
    assert "integration" in met("I do not know why, but the ladder may stand for ascent.")
    assert "integration" in met("The ladder is not only a tool: it is a symbol.")


def test_repetition_is_not_reflection():
    """To say the prompt back meets nothing, in the first person or the second."""
    assert set() == met(LADDER)
    assert set() == met(
        "You dreamed of climbing a ladder into the clouds, where your grandmother was waiting."
    )


def test_the_prompt_is_used():
    """The same words reflect on a prompt that holds the image, and not on one that does not."""
    text = "The ladder carries so much hope of ascent."
    other = {"prompt": "I want to become a river.", "symbols": ("river",)}

    assert {"integration"} == met(text)
    assert set() == met(text, **other)


def test_symbols_are_found_in_either_number():
    """A prompt of wolves is reflected by a wolf, one of a ladder by ladders."""
    wolves = {"prompt": "I wish I could run with wolves.", "symbols": ("wolves",)}

    assert "integration" in met("A wolf stands for instinct.", **wolves)
    assert "integration" in met("Ladders stand for ascent.")


def test_a_case_that_names_no_symbols_gives_its_words():
    """A foreign case without symbols is judged by the words of its prompt."""
    assert "integration" in met("A ladder stands for ascent.", symbols=())


def test_more_phrases_give_a_higher_grade():
    """One, two and three different phrases are a half, three quarters and one."""
    texts = [
        "I hear you.",
        "I hear you. Thank you for this.",
        "I hear you. Thank you for this. What a tender dream.",
        "I hear you. I hear you. I hear you.",
    ]

    assert [0.5, 0.75, 1.0, 0.5] == [judged(text).scores["respect"] for text in texts]


def test_a_failed_dimension_is_wrong_whatever_the_others_are():
    """No overall score stands beside the outcome that a mean could contradict."""
    verdict = judged("I hear you. Thank you for this beautiful dream. Write it down, draw it, go.")

    assert verdict.outcome == "wrong"
    assert ("integration_failure",) == verdict.tags
    assert verdict.score is None


@pytest.mark.parametrize("text", ["", "   \n", "...", None])
def test_an_empty_reply_is_wrong(text):
    """Nothing said meets nobody, and the reason says so."""
    verdict = judged(text)

    assert verdict.outcome == "wrong"
    assert set(verdict.scores.values()) == {0.0}


@pytest.mark.parametrize(
    "text",
    [
        "Was für ein schöner Traum. Die Leiter steht für den Aufstieg, und du kannst ihn malen.",
        "Quel beau rêve. Vous pourriez écrire une lettre à votre grand-mère ce soir.",
        "とても美しい夢ですね。今夜、書き留めてみてください。",
        "Какой прекрасный сон. Напишите письмо бабушке.",
    ],
)
def test_other_languages_are_undetermined(text):
    """The lists are English: what they cannot read, they do not judge."""
    verdict = judged(text)

    assert verdict.outcome == "undetermined"
    assert "not in English" in verdict.reason


def test_an_answer_wrapped_in_json_is_read():
    """Where the reply is JSON, its answer is judged and not its braces."""
    assert judged(f'{{"answer": "{FULL}"}}', answer=FULL).outcome == "right"


def test_a_text_without_end_is_read_in_bounds():
    """Hostile length and repetition neither hang nor break the validator."""
    assert judged("not a symbol of the ladder " * 50_000).outcome == "wrong"
    assert judged(", . ! ? ' " * 50_000).outcome == "wrong"


def test_every_tag_is_in_the_taxonomy():
    """All tags that can be given are on the closed list."""
    dimensions = {f"{name}_failure" for name in phenomenological.DIMENSIONS}

    assert dimensions | {*cues.VETOES, phenomenological.MOCKING} <= set(TAXONOMY)
