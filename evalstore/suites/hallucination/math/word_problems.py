"""
Word problems: a story with numbers, and a question about it.

Easy: two steps. Medium: three or four steps and an irrelevant number. Hard: five steps or more, an
unknown to solve for, and distracting numbers.
"""

from fractions import Fraction
from pathlib import Path

from evalstore.base.word_file import word_file
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.factual_cases import words_of
from evalstore.suites.hallucination.math.problem import Problem, neighbours

FILE = Path(__file__).with_name("word_problems.toml")
WORDS = word_file(FILE)

NAMES = WORDS["names"]
PACKED = WORDS["packed"]
SHOPS = ("bakery", "bookshop", "garden centre", "museum shop", "market stall")
TOPIC = "word problem"


def word_problem(rng: SeededRandom, difficulty: str) -> Problem:
    """Draw a story and its question."""
    kinds = {
        "easy": (_left_over, _pages, _seats),
        "medium": (_journey, _stock, _wages),
        "hard": (_tickets, _shares, _pumps),
    }
    return rng.choice(kinds[difficulty])(rng)


def _problem(
    difficulty: str,
    story: str,
    question: str,
    answer: Fraction | int,
    steps: int,
    *slips: Fraction | int,
) -> Problem:
    exact = Fraction(answer)
    lowered = question[0].lower() + question[1:]
    return Problem(
        TOPIC,
        difficulty,
        (f"{story} {question}", f"{story} Work out: {lowered}"),
        exact,
        (*map(Fraction, slips), *neighbours(exact)),
        step_count=steps,
    )


def _left_over(rng: SeededRandom) -> Problem:
    name, (things, packs) = rng.choice(NAMES), rng.choice(PACKED)
    count, size, gift = rng.randint(4, 19), rng.randint(6, 48), rng.randint(5, 23)
    story = f"{name} has {count} {packs} of {size} {things} each and gives {gift} {things} away."
    question = f"How many {things} are left?"
    return _problem("easy", story, question, count * size - gift, 2, count * size + gift)


def _pages(rng: SeededRandom) -> Problem:
    name, book = rng.choice(NAMES), rng.choice(("a novel", "a diary", "a travel guide"))
    days, pages, more = rng.randint(3, 14), rng.randint(12, 65), rng.randint(7, 60)
    story = (
        f"{name} is reading {book}: {pages} pages on each of {days} days, and {more} more on the "
        "day after, which is the last."
    )
    question = "How many pages does it have?"
    answer = days * pages + more
    return _problem(
        "easy",
        story,
        question.replace("it", book.replace("a ", "the ")),
        answer,
        2,
        (days + 1) * pages + more,
    )


def _seats(rng: SeededRandom) -> Problem:
    where, rows = rng.choice(
        (("A theatre", "rows"), ("A train", "carriages"), ("A ferry", "decks"))
    )
    count, size = rng.randint(6, 28), rng.randint(14, 60)
    taken = rng.randint(40, count * size - 20)
    story = f"{where} has {count} {rows} with {size} seats each; {taken} of the seats are taken."
    answer = count * size - taken
    return _problem("easy", story, "How many seats are free?", answer, 2, count * size - size)


def _journey(rng: SeededRandom) -> Problem:
    name = rng.choice(NAMES)
    fast, slow = rng.randint(14, 32), rng.randint(4, 13)
    riding, walking, rest = (rng.randint(2, 17) * 6 for _ in range(3))
    answer = Fraction(fast * riding + slow * walking, 60)
    story = (
        f"{name} cycles for {riding} minutes at {fast} km/h, rests for {rest} minutes, and walks "
        f"on for {walking} minutes at {slow} km/h."
    )
    wrong = Fraction(fast * riding + slow * (walking + rest), 60)
    question = f"How many kilometres does {name} cover?"
    return _problem("medium", story, question, answer, 4, wrong)


def _stock(rng: SeededRandom) -> Problem:
    shop, (things, packs) = rng.choice(SHOPS), rng.choice(PACKED)
    count, size, loose = rng.randint(7, 30), rng.randint(12, 48), rng.randint(5, 40)
    parts, price = rng.randint(3, 7), rng.randint(2, 19)
    loose += -(count * size + loose) % parts
    whole = count * size + loose
    answer = whole - whole // parts
    story = (
        f"A {shop} starts the day with {count} {packs} of {size} {things} each and {loose} loose "
        f"ones, at {price} dollars apiece. By the evening it has sold 1/{parts} of all its "
        f"{things}."
    )
    question = f"How many {things} does it still have?"
    return _problem("medium", story, question, answer, 4, whole // parts, whole)


def _wages(rng: SeededRandom) -> Problem:
    name, place = rng.choice(NAMES), rng.choice(SHOPS)
    wage, usual, extra = rng.randint(12, 38), rng.randint(18, 38), rng.randint(3, 11)
    rate, fare = rng.choice((25, 50, 75)), rng.randint(6, 30)
    staff = rng.randint(4, 17)
    answer = wage * usual + Fraction(wage * extra * (100 + rate), 100) - fare
    story = (
        f"At a {place} with {staff} employees, {name} earns {wage} dollars an hour for the first "
        f"{usual} hours of a week and {rate}% more for each hour after that, and pays {fare} "
        f"dollars a week for the bus. This week {name} works {usual + extra} hours."
    )
    question = f"How many dollars does {name} have left of this week's pay after the bus fare?"
    return _problem(
        "medium", story, question, answer, 5, wage * (usual + extra) - fare, answer + fare
    )


def _tickets(rng: SeededRandom) -> Problem:
    adult, child = rng.randint(11, 29), rng.randint(3, 10)
    adults, children, guides = rng.randint(17, 140), rng.randint(17, 140), rng.randint(2, 14)
    discount = rng.randint(2, 9) * 5
    total = Fraction((adult * adults + child * children) * (100 - discount), 100)
    story = (
        f"A museum charges adults {adult} dollars and children {child}; guides, of whom there "
        f"are {guides}, enter free. A club brings {adults + children} paying visitors, gets a "
        f"discount of {discount}% on everything, and pays {words_of(total)} dollars."
    )
    question = "How many children come with the club?"
    return _problem("hard", story, question, children, 6, adults)


def _shares(rng: SeededRandom) -> Problem:
    name, friend = rng.sample(NAMES, 2)
    first, other, age = rng.randint(3, 8), rng.randint(3, 8), rng.randint(19, 64)
    spent, got = rng.randint(9, 90), rng.randint(9, 90)
    start = first * other * rng.randint(4, 40)
    left = Fraction(start - start // first)
    left = left - left / other - spent + got
    if left < got:
        return _shares(rng)
    story = (
        f"{name}, who is {age}, spends 1/{first} of the savings on a desk, 1/{other} of what is "
        f"left on a lamp, and then {spent} dollars on paint. {friend} pays back {got} dollars, "
        f"and now {name} has {words_of(left)} dollars."
    )
    question = f"How many dollars did {name} have at first?"
    return _problem("hard", story, question, start, 6, start - spent + got)


def _pumps(rng: SeededRandom) -> Problem:
    first, second = rng.randint(3, 14), rng.randint(3, 14)
    drain, alone, volume = rng.randint(15, 40), rng.randint(1, 2), rng.randint(30, 90) * 100
    filled = Fraction(alone, first)
    rate = Fraction(1, first) + Fraction(1, second) - Fraction(1, drain)
    answer = (1 - filled) / rate * 60
    story = (
        f"A tank of {volume} litres is empty. One pump would fill it in {first} hours, another "
        f"in {second} hours, and a drain would empty it in {drain} hours. The first pump runs "
        f"alone for {60 * alone} minutes; then the second pump and the drain are opened as well."
    )
    question = "How many more minutes pass until the tank is full? Give an exact value."
    wrong = Fraction(60) / rate
    return _problem("hard", story, question, answer, 8, wrong)
