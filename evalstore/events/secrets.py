"""
Secrets that must not enter a log that cannot forget: rules with names, and what they leave.

Each rule is a pattern of Python's over one string. ``PREFILTER`` is one RE2 pattern over the JSON
text of a whole payload; it matches wherever some rule does, and now and then where none does.
"""

import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

# How a quote, white space and a line break look inside JSON text.
_QUOTE: Final = r"""(?:\\?["'])?"""
_SPACE: Final = r"(?: |\\[tnr])"
_TELLING_NAME: Final = (
    r"(?:api[_-]?key|secret|secret[_-]?key|passw(?:or)?d|passphrase|access[_-]?token"
    r"|auth[_-]?token|access[_-]?key|private[_-]?key|client[_-]?secret)"
)
_ASSIGNED: Final = rf"(?i:{_TELLING_NAME})[\"']?[ \t\r\n]*(?::=|=>|[:=])[ \t\r\n]*"
_URL_WORD: Final = r"[A-Za-z0-9_.~%!$&*+,;=-]"
# Below this, in bits per character, a value is a word or a placeholder rather than a secret.
ENTROPY_MIN: Final = 3.0
NAMED_VALUE: Final = re.compile(r"[!#-&(-+\--:<-\[\]-~]{12,}")
NAME: Final = re.compile(rf"(?i)(?:.{{0,80}}[_\-. ])?{_TELLING_NAME}")


@dataclass(frozen=True, slots=True)
class Rule:
    """
    One kind of secret.

    ``hints`` are lower-case texts, one of which occurs wherever the pattern matches; group
    ``lead`` of the pattern stays, group ``value`` (or all of it) goes. ``prefilter`` is the part
    of PREFILTER that stands for this rule.
    """

    name: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    prefilter: str
    # Words look like values where a name such as `password` stands before them.
    must_look_random: bool = False

    def redact(self, text: str) -> tuple[str, int]:
        """Return the text without its secrets, and how many there were."""
        count = 0

        def replacement(match: re.Match[str]) -> str:
            nonlocal count
            groups = match.groupdict()
            value = groups.get("value") or match[0]
            if self.must_look_random and not looks_random(value):
                return match[0]
            count += 1
            return f"{groups.get('lead') or ''}[redacted:{self.name}]{groups.get('tail') or ''}"

        return self.pattern.sub(replacement, text), count


RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "private_key_block",
        ("-----begin ",),
        re.compile(
            r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----[\s\S]*?"
            r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----|\Z)"
        ),
        r"-----BEGIN ",
    ),
    Rule(
        "anthropic_key",
        ("sk-ant-",),
        re.compile(r"(?<![A-Za-z0-9])sk-ant-[A-Za-z0-9_-]{16,}"),
        r"sk-ant-",
    ),
    Rule(
        "openai_key",
        ("sk-",),
        re.compile(r"(?<![A-Za-z0-9])sk-(?!ant-)(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{20,}"),
        r"sk-[A-Za-z0-9_-]{12}",
    ),
    Rule(
        "github_token",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        re.compile(r"(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})"),
        r"gh[pousr]_[A-Za-z0-9]{8}|github_pat_",
    ),
    Rule(
        "aws_access_key",
        ("akia", "asia"),
        re.compile(r"(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
        r"A[KS]IA[A-Z0-9]{8}",
    ),
    Rule(
        "aws_secret_key",
        ("aws",),
        re.compile(
            r"""(?i)(?P<lead>aws[_-]?secret(?:[_-]?access)?[_-]?key["']?[ \t\r\n]*[:=][ \t\r\n]*"""
            r"""["']?)(?P<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])"""
        ),
        rf"(?i:aws[_-]?secret(?:[_-]?access)?[_-]?key{_QUOTE}{_SPACE}*[:=])",
    ),
    Rule(
        "google_api_key",
        ("aiza",),
        re.compile(r"(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}"),
        r"AIza[A-Za-z0-9_-]{8}",
    ),
    Rule(
        "slack_token",
        ("xox",),
        re.compile(r"(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,}"),
        r"xox[abeoprs]-",
    ),
    Rule(
        "huggingface_token",
        ("hf_",),
        re.compile(r"(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,}"),
        r"hf_[A-Za-z0-9]{12}",
    ),
    Rule(
        "jwt",
        ("eyj",),
        re.compile(r"eyJ[A-Za-z0-9_-]{8,512}\.eyJ[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{8,}"),
        r"eyJ[A-Za-z0-9_-]+\.eyJ",
    ),
    Rule(
        "bearer_header",
        ("bearer",),
        re.compile(
            r"(?P<lead>(?i:bearer)[ \t\r\n]+)(?P<value>(?=[A-Za-z._~+/=-]{0,200}[0-9])"
            r"[A-Za-z0-9._~+/=-]{20,})"
        ),
        rf"(?i:bearer){_SPACE}+[A-Za-z0-9._~+/=-]{{12}}",
    ),
    Rule(
        "basic_auth",
        ("://",),
        re.compile(
            rf"(?P<lead>://)(?P<value>{_URL_WORD}{{1,128}}:{_URL_WORD}{{1,128}})(?P<tail>@)"
        ),
        rf"://{_URL_WORD}+:{_URL_WORD}+@",
    ),
    Rule(
        "assigned_secret",
        ("key", "secret", "passw", "passph", "token"),
        re.compile(rf"(?P<lead>{_ASSIGNED}[\"'])(?P<value>[^\"'\s\\]{{12,256}})(?=[\"'])"),
        rf"(?i:{_TELLING_NAME}){_QUOTE}{_SPACE}*[:=]",
        must_look_random=True,
    ),
    Rule(
        "assigned_secret",
        ("key", "secret", "passw", "passph", "token"),
        re.compile(
            rf"(?P<lead>{_ASSIGNED})(?P<value>[A-Za-z0-9_+/-]{{16,256}}={{0,2}})"
            r"(?![A-Za-z0-9_+/=.(\[-])"
        ),
        rf"(?i:{_TELLING_NAME}){_QUOTE}{_SPACE}*[:=]",
        must_look_random=True,
    ),
)
PREFILTER: Final = "|".join(dict.fromkeys(rule.prefilter for rule in RULES))
# Looking for a short text costs a hundredth of what a pattern does.
_RULES_BY_HINT: Final = tuple(
    (hint, tuple(rule for rule in RULES if hint in rule.hints))
    for hint in dict.fromkeys(hint for rule in RULES for hint in rule.hints)
)
# The shortest is a user and a password of one letter each: `://a:b@`.
_SECRET_LENGTH_MIN: Final = 7


def redact(text: str) -> tuple[str, dict[str, int]]:
    """
    Return the text without secrets, and how often which rule fired.

    >>> redact("key AKIAIOSFODNN7EXAMPLE here")
    ('key [redacted:aws_access_key] here', {'aws_access_key': 1})
    >>> redact("the risk-averse token of a secret garden")
    ('the risk-averse token of a secret garden', {})
    """
    found: dict[str, int] = {}
    if len(text) < _SECRET_LENGTH_MIN:
        return text, found
    lowered = text.lower()
    for hint, rules in _RULES_BY_HINT:
        if hint in lowered:
            for rule in rules:
                text, count = rule.redact(text)
                if count:
                    found[rule.name] = found.get(rule.name, 0) + count
    return text, found


def redact_named(name: str, value: str) -> tuple[str, dict[str, int]]:
    """
    Return a field's value without secrets; a name such as ``api_key`` makes all of it one.

    >>> redact_named("api_key", "q8Zr4tY1mN7xW2")
    ('[redacted:assigned_secret]', {'assigned_secret': 1})
    >>> redact_named("title", "q8Zr4tY1mN7xW2")
    ('q8Zr4tY1mN7xW2', {})
    """
    text, found = redact(value)
    if not found and names_secret(name) and NAMED_VALUE.fullmatch(value) and looks_random(value):
        return "[redacted:assigned_secret]", {"assigned_secret": 1}
    return text, found


@lru_cache(maxsize=1024)
def names_secret(name: str) -> bool:
    """
    Say whether a field of this name holds a secret.

    >>> names_secret("openai_api_key"), names_secret("keyword")
    (True, False)
    """
    return NAME.fullmatch(name) is not None


def looks_random(value: str) -> bool:
    """
    Say whether a value is more like a drawn secret than like a word or a name.

    >>> looks_random("correct-horse"), looks_random("aaaaaaaaaaaa1"), looks_random("q8Zr4tY1mN7x")
    (False, False, True)
    """
    has_both = any(char.isdigit() for char in value) and any(char.isalpha() for char in value)
    if not has_both or value.startswith("[redacted:"):
        return False
    shares = [count / len(value) for count in Counter(value).values()]
    return -sum(share * math.log2(share) for share in shares) >= ENTROPY_MIN
