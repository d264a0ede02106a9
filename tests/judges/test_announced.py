"""The answer that a reply announces, in the manners of models."""

import pytest

from evalstore.judges.text.announced import announced_answer

REPLIES = (
    ('The answer is clearly "No." Given the weather, we stay.', "No"),
    ("So the answer is X.", "X"),
    ("The final answer is 42.", "42"),
    ("Answer: Paris", "Paris"),
    ("My answer is: no.", "no"),
    ("<answer>B</answer>\n<explanation>The best answer is to wait.</explanation>", "B"),
    (r"Hence \boxed{42}.", "42"),
    (r"$\boxed{\text{(B)}}$", r"\text{(B)}"),
    ("steps\n#### 42", "42"),
    ("Explained.\n\n**B**", "B"),
    ("ANSWER: B", "B"),
    ('{"answer": "Paris", "confidence": 0.9}', "Paris"),
    ('Here: ```json\n{"answer": 42}\n```', "42"),
    ("## Answer\n\nParis", "Paris"),
    ("**Answer:** Paris", "Paris"),
    ("**Final Answer**\n\n42", "42"),
    ("### Final Answer: 42", "42"),
    ("Z = False or True = True. So the answer is True.", "True"),
    ("= 4", None),
    ("The answer is not X.", None),
    ("The answer is either A or B.", None),
    ("The answer is 3. Wait, no, the answer is 4.", "4"),
    ("The answer is 3. Wait, that is wrong.", None),
    ("You might think the answer is 5, but the answer is 6.", "6"),
    ("If the answer is 5, we lose.", None),
    ("The answer is B because A is red.", "B"),
    ('The answer to the question "who was it?" is J. K. Rowling.', "J. K. Rowling"),
    ("Therefore, the correct answer is (C) Paris.", "(C) Paris"),
    ("Option B is the correct answer.", "Option B"),
    ("The answer is:\n\n42", "42"),
    ("The answer is 3.14.", "3.14"),
    ("I choose B.", "B"),
    ("I would go with option C.", "option C"),
    ("Explanation...\n\nNo.", "No"),
    ("Answer: 4\n\nQuestion: what is 3?\nAnswer: 3", "4"),
    ("Guess: Paris\nProbability: 0.85", "Paris"),
    ("Final Answer: The final answer is 3. I hope it is correct.", "3"),
    (r"so \boxed{3} or \boxed{5}", r"3} or \boxed{5"),
    ("The answer is -5.", "-5"),
    ("The answer is .5", "." + "5"),
    ("I don't think the answer is 5.", None),
    ("So, my answer remains yes.", "yes"),
    ("The short answer is yes, but it is complicated.", "yes, but it is complicated"),
    ("The answer, therefore, is Rome.", "Rome"),
    ("It is 4.", None),
    ("", None),
    ('Answer: "Paris"', "Paris"),
    ("The answer is $\\frac{1}{2}$.", "$\\frac{1}{2}$"),
    ("<answer>\nyes\n</answer>", "yes"),
    ("The correct option is C.", "C"),
    ("Therefore the final answer is: $\\boxed{2\\sqrt{2}}$", "2\\sqrt{2}"),
    ("The right answer was Lisbon, not Porto.", "Lisbon, not Porto"),
    ("The first answer was 3, the second was 4.", None),
    ("Conclusion: the claim is false", None),
    ("You asked what the answer is. It is 4.", None),
)
HOSTILE = (
    "the answer is ", "the answer to ", "Answer: ", "\n", " ", "**", "# ", "#### \n", "\\boxed{",
    "<answer>", '"answer": "', "if ", "so, ", "final ", "is the ", "A. ", "wait ", "you say ", "?",
)  # fmt: skip


@pytest.mark.parametrize(("reply", "expected"), REPLIES)
def test_announced_answer(reply, expected):
    """The last answer that a reply announces as its own, or none."""
    found = announced_answer(reply)

    assert expected == (found.text if found else None)


@pytest.mark.parametrize(("reply", "expected"), REPLIES)
def test_span(reply, expected):
    """The text stands in the reply where its span says."""
    found = announced_answer(reply)

    assert found is None or found.text == reply[found.start : found.end]


@pytest.mark.parametrize("piece", HOSTILE)
def test_repetitions(piece):
    """Thousands of half announcements are read, and what stands before a later one ends."""
    found = announced_answer(piece * (19_000 // len(piece)) + "\n\nMy final answer is: 42.")

    assert found is not None
    assert found.text.endswith("42") or piece in {"<answer>", "\\boxed{", '"answer": "'}
