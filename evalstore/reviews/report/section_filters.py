"""
Filter cards by label, system and outcome, without a script.

Each choice is a set of radio inputs, and rules of the style sheet hide the cards that do not
match. The page's policy allows one style sheet, by its hash, and no ``style`` attributes, so the
rules are the same in every report: systems have numbers instead of names, and there are rules for
a fixed number of systems.
"""

from typing import Final

from evalstore.reviews.report.section_outcomes import OUTCOMES, RIGHT

# Each system and outcome needs a rule; rules for more systems would be larger than a page.
SYSTEM_LIMIT: Final = 12
ANY: Final = "any"


def filter_rules() -> str:
    """
    Return the rules that hide cards.

    A card is shown if its label is the chosen one and the chosen system's answer has the chosen
    outcome, or any system's answer if no system is chosen. All cards are printed on paper.
    """
    systems = [str(number) for number in range(SYSTEM_LIMIT)]
    hidden = [
        *(rule(label=label, kept=f"label-{label}") for label in RIGHT),
        *(rule(system=ANY, outcome=kind, kept=f"some-{kind}") for kind in OUTCOMES),
        *(rule(system=system, kept=f"by-{system}") for system in systems),
        *(
            rule(system=system, outcome=kind, kept=f"by-{system}-{kind}")
            for system in systems
            for kind in OUTCOMES
        ),
    ]
    selectors = ",\n".join(hidden)
    return f"@media screen {{\n{selectors} {{ display: none; }}\n}}"


def rule(*, kept: str, **chosen: str) -> str:
    """
    Return the selector of the cards that a choice hides: those without the class ``kept``.

    >>> rule(label="C", kept="label-C")
    '.cards:has(.pick-label-C:checked) .card:not(.label-C)'
    """
    picks = "".join(f":has(.pick-{what}-{which}:checked)" for what, which in chosen.items())
    return f".cards{picks} .card:not(.{kept})"
