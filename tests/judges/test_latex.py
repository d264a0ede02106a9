"""Expressions in LaTeX: read, and compared as mathematics."""

import pytest

from evalstore.judges.factual import factual
from evalstore.judges.text.latex.latex import is_expression
from evalstore.judges.text.latex.process import ExpressionComparer, comparer
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response

# What is expected, the reply, and the outcome.
REPLIES = (
    ("2", r"\boxed{\sqrt{2}}", "wrong"),
    ("1, -3", "The roots are x = -3 and x = 1.", "right"),
    ("1, -3", "The roots are x = -3 and x = 2.", "undetermined"),
    (r"3\sqrt{5}", "The side is 3√5.", "right"),
    (r"45^\circ", "`45°`", "right"),
    ("0.5", r"\boxed{50\%}", "right"),
    ("2", r"Thus $x = \boxed{2}$.", "right"),
    (r"\sqrt{2}", r"The answer is $\boxed{\sqrt{2}}$", "right"),
    (r"\sqrt{8}", r"So \boxed{2\sqrt{2}}", "right"),
    (r"\frac{1}{2}", "The answer is 0.5", "right"),
    (r"\frac{1}{2}", r"\boxed{\dfrac12}", "right"),
    (r"\frac{1}{2}", "1/2", "right"),
    ("1/2", r"\boxed{\frac{2}{4}}", "right"),
    (r"\{1,2\}", r"\boxed{\{2,1\}}", "right"),
    ("[1,2)", r"\boxed{[1,2)}", "right"),
    ("[1,2)", r"\boxed{[1,2]}", "wrong"),
    ("(1,2)", "The answer is $(1, 2)$.", "right"),
    ("(1,2)", r"\boxed{(2,1)}", "wrong"),
    (r"\begin{pmatrix}1\\2\end{pmatrix}", r"\boxed{\begin{bmatrix}1\\2\end{bmatrix}}", "right"),
    (r"\begin{pmatrix}1\\2\end{pmatrix}", r"\boxed{\begin{bmatrix}1\\3\end{bmatrix}}", "wrong"),
    ("3", "x = 3", "right"),
    ("x=3", r"\boxed{3}", "right"),
    ("3", r"$\boxed{x=3}$", "right"),
    (r"3\text{ cm}", r"\boxed{3\text{ cm}}", "right"),
    (r"3\text{ cm}", r"\boxed{3}", "right"),
    (r"90^\circ", r"\boxed{90}", "right"),
    ("90", r"\boxed{90^\circ}", "right"),
    (r"2\pm\sqrt{3}", r"\boxed{2+\sqrt{3}, 2-\sqrt{3}}", "right"),
    (r"\text{east}", r"\boxed{\text{East}}", "right"),
    (r"\text{(B)}", "The answer is (B).", "right"),
    (r"50\%", "50%", "right"),
    ("50%", r"\boxed{50\%}", "right"),
    (r"\pi", r"The value is $\pi$.", "right"),
    (r"\pi", "π", "right"),
    (r"2\pi", r"The circumference is $C = 2\pi r = 2\pi$.", "right"),
    (r"2\pi", r"It is $3\pi$.", "wrong"),
    ("18", r"The answer is $\$18$.", "right"),
    ("$18.00", "She earns $18.", "right"),
    ("3x+1", r"\boxed{1+3x}", "right"),
    ("x^2-1", r"\boxed{(x-1)(x+1)}", "right"),
    ("3x+1", r"\boxed{3x+2}", "wrong"),
    ("2^{10}", r"\boxed{1024}", "right"),
    ("1024", "The answer is $2^{10}$.", "right"),
    ("1024", "2^10", "right"),
    (r"\frac{\sqrt{3}}{2}", r"\boxed{\frac{\sqrt 3}{2}}", "right"),
    ("5", r"\boxed{\text{5 apples}}", "right"),
    ("5", r"\boxed{5 \text{ apples}}", "right"),
    ("10", r"so $\boxed{10}$ and the difference is $5$.", "right"),
    ("2", r"The root is $\sqrt{2}$.", "undetermined"),
    ("11111", r"\boxed{11{,}111}", "right"),
    ("1/3", r"\boxed{0.333}", "right"),
    (r"x \ge 3", r"\boxed{[3,\infty)}", "right"),
    (r"(-\infty,2]\cup[3,\infty)", r"\boxed{(-\infty,2]\cup[3,\infty)}", "right"),
    ("-2", r"\boxed{-2}", "right"),
    ("-2", "$x=-2$", "right"),
    ("2", r"\(x = 2\)", "right"),
    (r"\frac{13}{9}", "x = 13/9", "right"),
    (r"\dfrac{9}{7}", r"Therefore $x = \frac{9}{7}$.", "right"),
    ("6+9i", r"$\boxed{6+9i}$", "right"),
    ("6+9i", r"$\boxed{9i+6}$", "right"),
    ("6+9i", r"\boxed{6-9i}", "wrong"),
    (r"\left( 3, \frac{\pi}{2} \right)", r"$\boxed{(3,\frac{\pi}{2})}$", "right"),
    (r"(3, \pi/2)", r"\boxed{\left(3, \frac{\pi}{2}\right)}", "right"),
    ("p - q", r"\boxed{p-q}", "right"),
    ("p - q", r"\boxed{q-p}", "wrong"),
    (r"\text{Evelyn}", r"The answer is $\boxed{\text{Evelyn}}$.", "right"),
    (r"\text{Evelyn}", r"\boxed{\text{Carla}}", "wrong"),
    (r"90^\circ", r"\boxed{90^{\circ}}", "right"),
    (r"3\sqrt{13}", r"$\boxed{3 \sqrt{13}}$", "right"),
    (r"3\sqrt{13}", r"\boxed{\sqrt{117}}", "right"),
    (r"3\sqrt{13}", r"\boxed{10.817}", "right"),
    (r"\frac 59", r"\boxed{\frac{5}{9}}", "right"),
    ("10", r"\boxed{10\text{ cm}^2}", "right"),
    ("5", "$5$ apples", "right"),
    (r"-\frac{35}{9}", r"\boxed{-\dfrac{35}{9}}", "right"),
    (r"11\sqrt2", r"\boxed{11\sqrt{2}}", "right"),
    ("9.5", r"\boxed{\frac{19}{2}}", "right"),
    (r"(5,\infty)", r"\boxed{(5,\infty)}", "right"),
    ("x^3+3x-6", r"\boxed{x^3 + 3x - 6}", "right"),
    ("y = 2x + 3", r"\boxed{y=2x+3}", "right"),
    ("y = 2x+3", r"\boxed{2x+3}", "right"),
    ("y = 2x+3", r"\boxed{y = 3 + 2x}", "right"),
    ("2x - y + 3 = 0", r"\boxed{y=2x+3}", "right"),
    ("1,2,3", r"\boxed{1,2,3}", "right"),
    ("1, 2, 3", r"\boxed{3, 2, 1}", "right"),
    ("-1, 2", "The solutions are $x=-1$ and $x=2$.", "right"),
    ("-1, 2", r"\boxed{-1} and \boxed{2}", "right"),
    (r"\{-1, 2\}", r"\boxed{x = -1 \text{ or } x = 2}", "right"),
    (r"1 \pm \sqrt{19}", r"\boxed{1 \pm \sqrt{19}}", "right"),
    (r"1 \pm \sqrt{19}", r"\boxed{1 + \sqrt{19}}", "wrong"),
    (r"1 \pm \sqrt{19}", r"$x = 1+\sqrt{19}$ or $x=1-\sqrt{19}$", "right"),
    (
        r"\begin{pmatrix} -1/3 \\ 2/3 \end{pmatrix}",
        r"\boxed{\begin{pmatrix} -\frac{1}{3} \\ \frac{2}{3} \end{pmatrix}}",
        "right",
    ),
    ("2k", r"\boxed{2k}", "right"),
    ("$36$", "36", "right"),
    (r"\$36", r"The cost is \$36.", "right"),
    (r"\$36", r"\boxed{36}", "right"),
    (r"15\%", "15 percent", "right"),
    (r"15\%", r"\boxed{15}", "right"),
    ("0.15", r"\boxed{15\%}", "right"),
    ("70,000", r"\boxed{70{,}000}", "right"),
    ("70000", r"\boxed{70,\!000}", "right"),
    (r"1.5 \times 10^3", "1500", "right"),
    ("1500", r"\boxed{1.5 \times 10^{3}}", "right"),
    ("2^{31}", "2147483648", "right"),
    (r"\frac{1}{2}", "one half", "right"),
    (r"\infty", r"\boxed{\infty}", "right"),
    (r"8\pi", "8π", "right"),
    (r"8\pi", "8 pi", "right"),
    (r"8\pi", "25.133", "right"),
    ("f(x)=x^2", r"\boxed{x^2}", "right"),
    ("[-2,7]", r"\boxed{[-2, 7]}", "right"),
    (r"x \in [-2,7]", r"\boxed{[-2, 7]}", "right"),
    (r"\text{(C)}", "C", "right"),
    (r"\text{True}", "True", "right"),
    (r"\text{no solution}", "There is no solution.", "right"),
    (r"\text{even}", r"\boxed{\text{odd}}", "wrong"),
    ("10011_2", r"\boxed{10011_2}", "right"),
    (r"\emptyset", r"\boxed{\emptyset}", "right"),
    (r"\sqrt{2}", "1.41421", "right"),
    ("e^2", r"\boxed{e^{2}}", "right"),
    (r"\ln 2", r"\boxed{\log 2}", "undetermined"),
    (r"\log_2 8", r"\boxed{3}", "right"),
)
COMPARISONS = (
    (r"\pi", "3.14159", True), (r"\pi", "3.14", False), (r"\frac{1}{3}", "0.3333", True),
    ("2.5", "2.501", False), ("-1", r"e^{i\pi}", True), ("x^2", "y^2", None),
    ("3", "x+y=3", None),
    ("x=3", "y=3", False), ("2", "x=2", True), ("3", "3,4", False), ("(1,2)", "(2,1)", False),
    ("[1,2)", "[1,2]", False), (r"x \ge 3", r"[3,\infty)", True), ("1", r"\text{east}", None),
    ("1", "{" * 10, None), (r"\sin^2 x+\cos^2 x", "1", True), ("2", "2+2i", False),
)  # fmt: skip
ENDLESS = r"\int_0^\infty \sin(x^x) dx"


def judged(expected, reply):
    """Judge a reply to a case of another tool."""
    case = Case("c", "any", "log", ("Solve it.",), (), expected=expected)
    return factual.judge(case, Response("ok", text=reply))


@pytest.mark.parametrize(("expected", "reply", "outcome"), REPLIES)
def test_reply(expected, reply, outcome):
    """The answer is right where it is the same mathematics."""
    verdict = judged(expected, reply)

    assert outcome == verdict.outcome, verdict.reason


@pytest.mark.parametrize(("right", "given", "expected"), COMPARISONS)
def test_comparison(right, given, expected):
    """Sameness and difference are shown, or neither is said."""
    found = comparer.compare(right, given)

    assert expected is found.is_same, found.reason


def test_reason():
    """The reason says that it was compared as mathematics, and what with what."""
    reason = judged("2", r"\boxed{\sqrt{2}}").reason

    assert "compared as mathematics" in reason
    assert "against 2" in reason


@pytest.mark.sweep
def test_endless_computation():
    """A computation without end is killed, said so, and the next one works."""
    endless = judged("1", rf"\boxed{{{ENDLESS}}}")
    after = judged("2", r"\boxed{\sqrt{4}}")

    assert ("undetermined", "right") == (endless.outcome, after.outcome)
    assert "took too long" in endless.reason


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("9^{9^{9^{9}}}", "powers"),
        ("10^{999999}", "powers"),
        ("1+" * 5_000_000 + "1", "characters"),
        ("{" * 100 + "}" * 100, "nested"),
    ],
)
def test_too_large(given, reason):
    """Ten megabytes and deep nesting reach no parser."""
    found = ExpressionComparer().compare("1", given)

    assert found.is_same is None
    assert reason in found.reason


def test_tolerance():
    """A tolerance of the key holds for expressions, too."""
    key = {"kind": "number", "value": "3", "tolerance": 0.05}
    case = Case("c", "any", "own", ("Solve it.",), (), answer_key=key)
    outcomes = [
        factual.judge(case, Response("ok", text=rf"\boxed{{{latex}}}")).outcome
        for latex in (r"\pi", r"\sqrt{2}")
    ]

    assert ["right", "wrong"] == outcomes


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a dog", False), ("Paris (France)", False), ("x", True), ("2x + 1", True), (r"\pi", True),
     ("[0, 1]", True), ("C++", False), ("Apollo 11", False)],
)  # fmt: skip
def test_expressions(text, expected):
    """Words are no expressions."""
    assert expected is is_expression(text)
