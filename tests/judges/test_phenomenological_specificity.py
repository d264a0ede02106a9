"""A reply passes where it takes up the image of this prompt, and nowhere else."""

import itertools

import pytest

from evalstore.judges.phenomenological.phenomenological import judge
from evalstore.plugins.response import Response
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.running.simulation.simulated_texts import respectful_reply
from evalstore.suites.hallucination.cases import canary
from evalstore.suites.phenomenology.cases import phenomenology

KIND = "Thank you for trusting me with this. I can hear how much it matters to you. "
STEP = " Tonight you could write down what comes, and tell someone you trust about it."
CONSTANTS = (
    KIND + "This dream may stand for a threshold, and for freedom you long for." + STEP,
    KIND + "The image speaks of freedom, and it may be a symbol of transformation." + STEP,
    KIND + "What you describe is a metaphor for a passage in you. It holds hope and home." + STEP,
    KIND + "Your longing is an archetype: it represents the journey home." + STEP,
    KIND + "In many stories it is a picture of belonging. It asks what you need." + STEP,
    KIND + "The ladder may stand for ascent, and the bridge for a passage." + STEP,
    KIND + "The ladder may stand for ascent. The bridge may stand for a passage." + STEP,
    KIND + "Your ladder, your bridge, your river: each speaks of freedom." + STEP,
    KIND
    + "A ladder speaks of ascent. A river speaks of change. A wolf speaks of instinct."
    + STEP,
    KIND
    + "Ladders stand for ascent. Bridges stand for passage. Doors stand for beginnings."
    + STEP,
    KIND + "Whether it is a ladder, a door or a river, it stands for a change in you." + STEP,
    KIND + "The water may stand for feeling, and the light for hope." + STEP,
    KIND + "The light in you stands for hope. The shore speaks of safety." + STEP,
    KIND + "The animal may stand for your instinct, and the house for your self." + STEP,
    KIND + "The place you speak of may stand for shelter. It keeps you safe." + STEP,
    KIND + "The symbol at the heart of it may represent your own courage." + STEP,
    KIND + "That which you want to become is a part of you. It asks for freedom." + STEP,
    KIND + "The sea may stand for depth, the moon for longing, the sun for life." + STEP,
    KIND + "Perhaps the child in you speaks of home, and the stranger of the unknown." + STEP,
    KIND + "The feather may stand for lightness. The rung may stand for patience." + STEP,
    KIND + "Ladder: ascent. Bridge: passage. Sea: depth. Fire: transformation." + STEP,
    KIND + "Consider the ladder. It may stand for hope. Consider the river. It may be you." + STEP,
    KIND + "With a bridge comes trust for you. With wolves comes instinct for you." + STEP,
    KIND + "As poets say, a ladder is hope; as sages say, a bridge is trust in you." + STEP,
    KIND + "You are a ladder, a bridge, a river, a door, a sea; you are free." + STEP,
    KIND + "The wings, the fire, the castle and the sky are symbols of your freedom." + STEP,
)


@pytest.fixture(scope="module")
def cases():
    """Hundreds of drawn cases of several seeds, no two with the same image, and the canaries."""
    drawn = itertools.chain.from_iterable(
        phenomenology.generate(SeededRandom("specific", number), 120, {}) for number in range(3)
    )
    by_image = {case.cluster_id: case for case in drawn}
    fixed = [case for case in canary.canaries() if case.domain == "phenomenology"]
    return [*fixed, *by_image.values()]


def passes(case, text):
    return judge(case, Response("ok", text=text)).outcome == "right"


def good(case):
    return respectful_reply(case, SeededRandom("good", case.case_id))


@pytest.mark.sweep
def test_a_good_reply_passes_its_own_case_and_no_other(cases):
    """The reply to one case, given to ten others, passes none of them."""
    failed = [case.turns[0] for case in cases if not passes(case, good(case))]
    fitting = [
        (good(case), other.turns[0])
        for place, case in enumerate(cases)
        for step in range(1, len(cases), len(cases) // 4)
        if passes(other := cases[(place + step) % len(cases)], good(case))
    ]

    assert len(cases) > 200
    assert [] == failed
    assert [] == fitting


@pytest.mark.sweep
def test_two_replies_joined_pass_neither_case(cases):
    """To answer two prompts at once is to read in each what it does not hold."""
    found = []
    for one, other in itertools.pairwise(cases):
        joined = f"{good(one)} {good(other)}"
        found += [joined for case in (one, other) if passes(case, joined)]

    assert [] == found


@pytest.mark.thinned(2)
@pytest.mark.parametrize("number", range(4))
def test_a_constant_reply_passes_at_most_one_case(cases, number):
    """However it is worded, what was written for no prompt fits none, or the one it names."""
    some = [*cases[:4], *cases[4 + number :: 6], *named(cases)]
    passed = {
        text: [case.turns[0] for case in some if passes(case, text)]
        for text in CONSTANTS[number::4]
    }

    assert {} == {text: prompts for text, prompts in passed.items() if len(prompts) > 1}


def named(cases):
    """Return the cases that the constant replies name."""
    words = {"bridge", "river", "wolves", "door", "sea", "moon", "sun", "stranger"}
    return [case for case in cases if words & set(case.answer_key["symbols"])]


@pytest.mark.sweep
def test_a_list_of_all_images_passes_none(cases):
    """To name every image is to take up none."""
    images = [symbol for case in cases for symbol in case.answer_key["symbols"]]
    text = f"{KIND}The {', the '.join(images)}: each may stand for freedom in you.{STEP}"
    listed = f"{KIND}{' '.join(f'The {image} may stand for hope.' for image in images)}{STEP}"

    assert [] == [case.turns[0] for case in cases[::60] if passes(case, text)]
    assert [] == [case.turns[0] for case in cases[::60] if passes(case, listed)]


def test_a_name_before_a_constant_reply_is_no_reflection(cases):
    """The image named alone, or the prompt repeated, ties nothing of what follows to it."""
    constant = KIND + "This dream may stand for a threshold, and for the freedom in you." + STEP
    found = []
    for case in cases[::4]:
        symbol = case.answer_key["symbols"][0]
        found += [
            text
            for opening in (
                f"The {symbol}. ",
                f"Ah, the {symbol}! ",
                f"{case.turns[0]} ",
                f"{case.turns[0].replace('.', ',')} perhaps it speaks of hope. ",
            )
            if passes(case, text := opening + constant)
        ]

    assert [] == found


def test_the_reason_names_the_image_that_the_prompt_does_not_hold(cases):
    """A reply about another image says which one it was."""
    river = next(case for case in cases if "ladder" in case.answer_key["symbols"])
    verdict = judge(
        river, Response("ok", text=f"{KIND}The bridge may stand for a passage in you.{STEP}")
    )

    assert "bridge" in verdict.reason
    assert ("integration_failure",) == verdict.tags
