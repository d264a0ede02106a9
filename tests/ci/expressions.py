"""Evaluate the ``${{ }}`` expressions that the examples use, and refuse all others."""

import re

TOKEN = re.compile(
    r"\s*(?:(?P<text>'(?:[^']|'')*')|(?P<number>\d+)|(?P<operator>&&|\|\||==|!=|!|\(|\))"
    r"|(?P<name>[A-Za-z_][\w.-]*))"
)
INSERTED = re.compile(r"\$\{\{((?:(?!\}\}).)*)\}\}", re.DOTALL)
STATUS_FUNCTIONS = ("cancelled", "always", "success", "failure")


class UnknownExpressionError(ValueError):
    """An expression says something that the tests do not know how to resolve."""


def resolved(value, contexts):
    """Return text with its expressions evaluated; one that is the whole text keeps its type."""
    if not isinstance(value, str):
        return value
    whole = INSERTED.fullmatch(value.strip())
    if whole:
        return evaluated(whole[1], contexts)
    return INSERTED.sub(lambda found: shown(evaluated(found[1], contexts)), value)


def condition(value, contexts, *, is_failed):
    """Say whether an ``if`` holds; without a function of status, nothing may have failed."""
    text = str(value)
    found = INSERTED.fullmatch(text.strip())
    text = found[1] if found else text
    status = {
        "cancelled": False,
        "always": True,
        "success": not is_failed,
        "failure": is_failed,
    }
    holds = bool(evaluated(text, {**contexts, "functions": status}))
    asks_status = any(f"{name}()" in text for name in STATUS_FUNCTIONS)
    return holds and (asks_status or not is_failed)


def shown(value):
    """Return a value as GitHub inserts it into text."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def evaluated(text, contexts):
    """
    Evaluate one expression: names of contexts, texts, numbers, functions of status, operators.

    >>> evaluated("!cancelled() && a != ''", {"functions": {"cancelled": False}, "a": "x"})
    True
    """
    tokens = _tokens(text)
    value = _either(tokens, contexts)
    if tokens:
        raise UnknownExpressionError(f"{text!r}: more follows: {tokens}")
    return value


def _tokens(text):
    found = []
    place = 0
    while text[place:].strip():
        match = TOKEN.match(text, place)
        if match is None:
            raise UnknownExpressionError(f"{text!r}: {text[place:]!r} is not understood")
        found.append((match.lastgroup, match[match.lastgroup]))
        place = match.end()
    return found


def _take(tokens, *operators):
    if tokens and tokens[0][0] == "operator" and tokens[0][1] in operators:
        return tokens.pop(0)[1]
    return None


def _either(tokens, contexts):
    value = _both(tokens, contexts)
    while _take(tokens, "||"):
        other = _both(tokens, contexts)
        value = value or other
    return value


def _both(tokens, contexts):
    value = _compared(tokens, contexts)
    while _take(tokens, "&&"):
        other = _compared(tokens, contexts)
        value = value and other
    return value


def _compared(tokens, contexts):
    value = _single(tokens, contexts)
    operator = _take(tokens, "==", "!=")
    if operator is None:
        return value
    other = _single(tokens, contexts)
    is_equal = shown(value) == shown(other)
    return is_equal if operator == "==" else not is_equal


def _single(tokens, contexts):
    if _take(tokens, "!"):
        return not _single(tokens, contexts)
    if _take(tokens, "("):
        value = _either(tokens, contexts)
        if not _take(tokens, ")"):
            raise UnknownExpressionError("a bracket is not closed")
        return value
    if not tokens:
        raise UnknownExpressionError("a value is missing")
    kind, text = tokens.pop(0)
    if kind == "text":
        return text[1:-1].replace("''", "'")
    if kind == "number":
        return int(text)
    if kind != "name":
        raise UnknownExpressionError(f"{text!r} is no value")
    if _take(tokens, "("):
        functions = contexts.get("functions", {})
        if text not in functions or not _take(tokens, ")"):
            raise UnknownExpressionError(f"the function {text!r} is not known")
        return functions[text]
    return _looked_up(text, contexts)


def _looked_up(name, contexts):
    if name in {"true", "false"}:
        return name == "true"
    value = contexts
    for part in name.split("."):
        if not isinstance(value, dict) or part not in value:
            raise UnknownExpressionError(f"{name!r} has no value here")
        value = value[part]
    return value
