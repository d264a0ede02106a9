"""
Filter cards by label, system and outcome, without a script.

Each choice is a set of radio inputs, and rules of the style sheet hide the cards that do not fit.
The page's policy allows one style sheet, known by its hash, and no ``style`` attributes, so the
rules are the same in every report: systems have numbers in place of names, and there are rules
for so many systems and no more.
"""

from typing import Final

from evalstore.reviews.report.sections._outcomes import OUTCOMES, RIGHT

# A rule is needed for each system and outcome; with more systems the sheet would outgrow a page.
SYSTEM_LIMIT: Final = 12
ANY: Final = "any"


def filter_rules() -> str:
    """
    Return the rules that hide what is not chosen.

    A card shows where its label is the chosen one, and the chosen system's answer to it has the
    chosen outcome; with no system chosen, where any system's answer has it. Paper shows all.
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
    Return the selector of the cards that a choice hides: all but those of a class.

    >>> rule(label="C", kept="label-C")
    '.cards:has(.pick-label-C:checked) .card:not(.label-C)'
    """
    picks = "".join(f":has(.pick-{what}-{which}:checked)" for what, which in chosen.items())
    return f".cards{picks} .card:not(.{kept})"
