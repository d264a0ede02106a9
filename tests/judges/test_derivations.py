"""Derivations of a number as models write them, and which number they give as the answer."""

# ruff: noqa: RUF001 - replies use whatever signs there are

import pytest

from evalstore.judges.factual import factual
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response

QUESTION = "A farm has 16 eggs, keeps 3 and 4 of them, and sells each for $2. What does it earn?"
# The reply, and the outcome where 18 is right.
REPLIES = (
    ("She sells 16-3-4=<<16-3-4=9>>9 eggs.\nShe makes 9*2=$<<9*2=18>>18.\n18", "right"),
    ("She sells 16-3-4=<<16-3-4=9>>9 eggs.\nShe makes 9*2=$<<9*2=18>>18.\n#### 18", "right"),
    ("She sells 9 eggs a day.\nShe makes 9 * 2 = $18 every day.", "right"),
    ("9 * 2 = 18. The answer is 18.", "right"),
    ("9 * 2 = 20. The answer is 20.", "wrong"),
    ("So she makes $18 per day, or $126 per week. The answer is $18.", "right"),
    ("The answer is 18 dollars per day.", "right"),
    ("The final answer is: \\boxed{18}.", "right"),
    ("**Answer: 18**", "right"),
    ("Therefore, she makes **$18** every day.", "right"),
    ("Answer: 18 (9 eggs at $2)", "right"),
    ("A: 18", "right"),
    ("18.00", "right"),
    ("The total is 9 x 2 = 18 dollars.", "right"),
    ("First, 16 - 3 = 13. Then 13 - 4 = 9. Finally, 9 x 2 = 18. So the answer is $18.", "right"),
    ("So the answer is 9 * 2 = 18.", "right"),
    ("The answer is 9 + 9 = 18 eggs.", "right"),
    ("So the answer is 18/2 = 9.", "wrong"),
    ("I get 18. Wait, let me recalculate: 9 * 3 = 27. The answer is 27.", "wrong"),
    ("The answer is between 17 and 19.", "wrong"),
    ("The answer is approximately 18.", "right"),
    ("The answer is 18%.", "wrong"),
    ("The answer is 1 8.", "wrong"),
    ("The answer is\n\n18", "right"),
    ("The answer is: 18 eggs × $1 = $18", "right"),
    ("### Step 1\n9 eggs\n### Step 2\n9*2=18\n### Final answer\n$18", "right"),
    ("The answer is (18).", "right"),
    ("= 18", "right"),
    ("x = 18", "right"),
    ("$$x = 18$$", "right"),
    ("\\[ 9 \\times 2 = 18 \\]", "right"),
    ("\\[ 9 \\times 2 = \\boxed{18} \\text{ dollars} \\]", "right"),
    ("\\boxed{18\\text{ dollars}}", "right"),
    ("\\boxed{\\text{18 dollars}}", "right"),
    ("\\boxed{18.0}", "right"),
    ("The answer is eighteen.", "right"),
    ("There are 5 boxes of 4, minus 2: the answer is 18.", "right"),
    ("20 - 2 = 18 is the answer.", "right"),
    ("18 is the correct answer.", "right"),
    ("I'd go with 18.", "right"),
    ("The correct answer is 18, not 20.", "right"),
    ("It is not 20. It's 18.", "right"),
)


@pytest.mark.parametrize(("reply", "outcome"), REPLIES)
def test_reply(reply, outcome):
    """The result counts, not a number on the way to it."""
    key = {"kind": "number", "value": "18"}
    case = Case("c", "any", "own", (QUESTION,), (), answer_key=key)
    verdict = factual.judge(case, Response("ok", text=reply))

    assert outcome == verdict.outcome, verdict.reason
