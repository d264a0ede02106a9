"""Code that a validator reaches in other ways than by names counts in its digest."""

import pytest

RULES = "validators/rule.py"


def test_exchanged_parameters_count(digest_of):
    """Two parameters that calls name cannot exchange their names unseen, traced or not."""
    body = (
        "from evalstore.plugins.verdict import Verdict\n"
        "def share(*, part, whole): return part / whole\n"
        "KINDS = {'share': share}\n"
        "def judge(case, response):\n"
        "    return Verdict('right', str(KINDS['share'](part=1, whole=2)))\n"
    )
    exchanged = body.replace(
        "(*, part, whole): return part / whole", "(*, whole, part): return whole / part"
    )
    traced, both = (text.replace("KINDS['share'](", "share(") for text in (body, exchanged))

    assert digest_of({RULES: body}) != digest_of({RULES: exchanged})
    assert digest_of({RULES: traced}) != digest_of({RULES: both})


def test_what_is_registered_counts(digest_of):
    """A function that its decorator registers counts, though no name leads to it."""
    files = {
        "validators/_registry.py": "RULES = []\ndef rule(f):\n    RULES.append(f)\n    return f\n",
        "validators/_rules.py": (
            "from {package}.validators._registry import rule\n"
            "@rule\ndef is_long(text):\n    return len(text) > 5\n"
        ),
        RULES: (
            "from evalstore.plugins.verdict import Verdict\n"
            "from {package}.validators import _rules\n"
            "from {package}.validators._registry import RULES\n"
            "def judge(case, response):\n"
            "    return Verdict('right', str([rule(response.text) for rule in RULES]))\n"
        ),
    }
    other = {**files, "validators/_rules.py": files["validators/_rules.py"].replace("5", "6")}

    assert digest_of(files) == digest_of(files)
    assert digest_of(files) != digest_of(other)


@pytest.mark.parametrize(
    "reach",
    [
        "globals()['helper'](response.text)",
        "getattr(_helpers, 'help' + 'er')(response.text)",
        "import_module('{package}.validators._helpers').helper(response.text)",
    ],
)
def test_names_that_are_texts_count(digest_of, reach):
    """Code that takes a function by the text of its name has all of that module count."""
    helper = "def helper(text):\n    return len(text) > 5\n"
    rule = (
        "from importlib import import_module\n"
        "from evalstore.plugins.verdict import Verdict\n"
        "from {package}.validators import _helpers\n"
        f"{helper}"
        "def judge(case, response):\n"
        f"    return Verdict('right', str({reach}))\n"
    )
    files = {RULES: rule, "validators/_helpers.py": helper}
    other = {name: text.replace("5", "6") for name, text in files.items()}

    assert digest_of(files) != digest_of(other)


def test_a_digest_is_the_same_on_every_version_of_python(digest_of):
    """Literals of the syntax tree that versions divide differently give the digest on record."""
    source = (
        "from dataclasses import dataclass\n"
        "from evalstore.plugins.verdict import Verdict\n"
        "@dataclass(frozen=True, slots=True)\n"
        "class Pair:\n    left: int\n    right: float = -1.5\n"
        "    def sum(self): return self.left + self.right\n"
        "async def later(x, /, y=1, *z, w: int = 2, **v): return [i async for i in x if i]\n"
        "def judge(case, response):\n"
        "    import json as j, os.path\n"
        "    global COUNT\n"
        "    COUNT = 0\n"
        "    text = f'a{1!r:>{2}}' 'b' f'{response=}' u'c' '\\ud800\\u00e9' + str(b'x' or 1j)\n"
        "    match response:\n"
        "        case {'k': [first, *rest], **others} if (n := first): return n, rest, others\n"
        "        case Pair(left=1) | None as whole: del whole\n"
        "    with open(os.devnull) as file, file: pass\n"
        "    def inner():\n        nonlocal text\n        text = {k: v for k, v in {}.items()}\n"
        "    try: inner()\n    except* ValueError as group: raise group.exceptions[0] from None\n"
        "    return Verdict(j.dumps(text), *[later], **{'score': Pair(left=1).sum()})\n"
    )

    assert "0b1792ded4cfc111" == digest_of({RULES: source})[:16]
