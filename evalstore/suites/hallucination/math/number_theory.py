"""
Number theory: divisors, primes and remainders, all found by enumeration.

Easy: the greatest common divisor of two numbers, or the remainder of a division. Medium: the
least common multiple of three, the next prime, or the sum of all divisors. Hard: the remainder of
a large power, or the smallest number with three given remainders.
"""

from fractions import Fraction

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.math.problem import Problem, neighbours

TOPIC = "number theory"


def number_theory(rng: SeededRandom, difficulty: str) -> Problem:
    """Draw a problem of divisors, primes or remainders."""
    kinds = {
        "easy": (_common_divisor, _remainder),
        "medium": (_common_multiple, _next_prime, _divisor_sum),
        "hard": (_power, _remainders),
    }
    return rng.choice(kinds[difficulty])(rng)


def _problem(
    difficulty: str, wordings: tuple[str, str], answer: int, steps: int, *slips: int
) -> Problem:
    exact = Fraction(answer)
    wrong = (*map(Fraction, slips), *neighbours(exact))
    return Problem(TOPIC, difficulty, wordings, exact, wrong, step_count=steps)


def _divisors(number: int) -> list[int]:
    return [other for other in range(1, number + 1) if number % other == 0]


def _common_divisor(rng: SeededRandom) -> Problem:
    divisor = rng.randint(6, 98)
    number, other = divisor * rng.randint(2, 12), divisor * rng.randint(2, 12)
    answer = max(set(_divisors(number)) & set(_divisors(other)))
    words = f"greatest common divisor of {number} and {other}"
    wordings = (f"What is the {words}?", f"Find the {words}.")
    return _problem("easy", wordings, answer, 3, 2 * answer)


def _remainder(rng: SeededRandom) -> Problem:
    number, divisor = rng.randint(500, 9999), rng.randint(23, 99)
    wordings = (
        f"What is the remainder when {number} is divided by {divisor}?",
        f"Divide {number} by {divisor}. Which remainder is left?",
    )
    return _problem("easy", wordings, number % divisor, 2, divisor - number % divisor)


def _common_multiple(rng: SeededRandom) -> Problem:
    factor = rng.randint(2, 9)
    numbers = [factor * rng.randint(2, 12) for _ in range(3)]
    answer = max(numbers)
    while any(answer % number for number in numbers):
        answer += max(numbers)
    words = f"least common multiple of {numbers[0]}, {numbers[1]} and {numbers[2]}"
    wordings = (f"What is the {words}?", f"Find the {words}.")
    return _problem("medium", wordings, answer, 6, 2 * answer, answer + factor)


def _next_prime(rng: SeededRandom) -> Problem:
    number = rng.randint(110, 2500)
    primes = (p for p in range(number + 1, 2 * number) if len(_divisors(p)) == 2)  # noqa: PLR2004
    answer = next(primes)
    wordings = (
        f"What is the smallest prime number above {number}?",
        f"Which prime number is the first one after {number}?",
    )
    return _problem("medium", wordings, answer, 5, next(primes))


def _divisor_sum(rng: SeededRandom) -> Problem:
    number = rng.randint(40, 400)
    answer = sum(_divisors(number))
    wordings = (
        f"What is the sum of all positive divisors of {number}, itself included?",
        (
            f"Add up every positive divisor of {number}, from the smallest to {number} itself. "
            "What do they come to?"
        ),
    )
    return _problem("medium", wordings, answer, 8, answer - number, answer - 1)


def _power(rng: SeededRandom) -> Problem:
    base, exponent, divisor = rng.randint(12, 98), rng.randint(12, 98), rng.randint(101, 997)
    answer = 1
    for _ in range(exponent):
        answer = answer * base % divisor
    wordings = (
        f"What is the remainder when {base}^{exponent} is divided by {divisor}?",
        f"{base}^{exponent} is divided by {divisor}. Which remainder is left?",
    )
    return _problem("hard", wordings, answer, 10, divisor - answer)


def _remainders(rng: SeededRandom) -> Problem:
    divisors = sorted(rng.sample((5, 7, 8, 9, 11, 13), 3))
    rests = [rng.randint(1, divisor - 1) for divisor in divisors]
    pairs = list(zip(divisors, rests, strict=True))
    answer = 1
    while any(answer % divisor != rest for divisor, rest in pairs):
        answer += 1
    words = "; ".join(f"{rest} on division by {divisor}" for divisor, rest in pairs)
    wordings = (
        f"What is the smallest positive integer that leaves these remainders: {words}?",
        f"Find the smallest positive integer with these remainders: {words}.",
    )
    return _problem("hard", wordings, answer, 12, answer + divisors[0], answer + divisors[1])
