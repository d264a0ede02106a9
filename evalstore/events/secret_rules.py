"""
The rules for secrets: those below, and one for each line of the table of token formats.

``token_formats.csv`` lists the tokens whose first characters show who issued them: the name of
the rule, the texts a token starts with, the class and the least number of the characters after
them, and where the format is published: a plugin of detect-secrets (the patterns of
bc-detect-secrets 1.5.52, Apache-2.0), or else the documentation of the issuer. A least number
below the published length also finds a token that was cut off. The other rules use the text
around a secret, or more than its first characters.
"""

import csv
import re
from pathlib import Path
from typing import Final

from evalstore.events.rule import Rule, looks_drawn, looks_random
from evalstore.events.secret_values import (
    is_encoded_login,
    is_mixed_half,
    is_password,
    is_seed_phrase,
)

_TOKEN_FORMATS: Final = Path(__file__).with_name("token_formats.csv")
# The characters of a token in the prefilter; more would cost states of RE2.
_PREFILTER_COUNT_MAX: Final = 8
# A quote, white space and a line break, as they are written inside JSON text.
_QUOTE: Final = r"""(?:\\?["'])?"""
_SPACE: Final = r"(?:[ \t]|\\[tnr])"
_GAP: Final = r"[ \t\r\n]*"
_IS: Final = rf"{_GAP}(?::=|=>|[:=]){_GAP}"
# Two words of a name, which may be written together or with something between.
_TELLING_PAIRS: Final = (
    ("api", "key"), ("access", "token"), ("auth", "token"), ("access", "key"), ("private", "key"),
    ("account", "key"), ("encryption", "key"), ("signing", "key"), ("subscription", "key"),
    ("master", "key"),
)  # fmt: skip
_TELLING_WORDS: Final = ("secret", "password", "passwd", "passphrase")
# These are too short to be distinctive without a prefix.
_TELLING_ENDS: Final = ("pwd", "pass")
TELLING_END: Final = f"[_-](?:{'|'.join(_TELLING_ENDS)})"
TELLING_NAME: Final = "(?:{})".format(
    "|".join(
        [
            "secret[_-]?key",
            *_TELLING_WORDS,
            *(f"{first}[_ -]?{second}" for first, second in _TELLING_PAIRS),
            TELLING_END,
        ]
    )
)
_TELLING_HINTS: Final = (
    *_TELLING_WORDS,
    *(
        f"{first}{sign}{second}"
        for first, second in _TELLING_PAIRS
        for sign in ("", "_", "-", " ")
    ),
    *(f"{sign}{word}" for word in _TELLING_ENDS for sign in "_-"),
)
_ASSIGNED: Final = rf"(?i:{TELLING_NAME})[\"']?{_IS}"
_ASSIGNED_PREFILTER: Final = rf"(?i:{TELLING_NAME}){_QUOTE}{_SPACE}*[:=]"
_URL_WORD: Final = r"[A-Za-z0-9_.~%!$&*+,;=-]"
_TOKEN: Final = r"[A-Za-z0-9_+/~-]"  # noqa: S105 - the characters of one

RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "private_key_block",
        ("-----begin ",),
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----[\s\S]*?"
        r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----|\Z)",
        r"-----BEGIN ",
    ),
    Rule(
        "anthropic_key",
        ("sk-ant-",),
        r"(?<![A-Za-z0-9])sk-ant-[A-Za-z0-9_-]{16,}",
        r"sk-ant-",
        stands_alone=True,
    ),
    Rule(
        "openai_key",
        ("sk-",),
        r"(?<![A-Za-z0-9])sk-(?!ant-)(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{20,}",
        r"sk-[A-Za-z0-9_-]{12}",
        stands_alone=True,
    ),
    Rule(
        "aws_access_key",
        ("akia", "asia"),
        r"(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])",
        r"A[KS]IA[A-Z0-9]{8}",
        stands_alone=True,
    ),
    Rule(
        "aws_secret_key",
        ("aws",),
        r"""(?i)(?P<lead>aws[_-]?secret(?:[_-]?access)?[_-]?key["']?[ \t\r\n]*[:=][ \t\r\n]*"""
        r"""["']?)(?P<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])""",
        rf"(?i:aws[_-]?secret(?:[_-]?access)?[_-]?key{_QUOTE}{_SPACE}*[:=])",
    ),
    Rule(
        "google_api_key",
        ("aiza",),
        r"(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}",
        r"AIza[A-Za-z0-9_-]{8}",
        stands_alone=True,
    ),
    Rule(
        "slack_token",
        ("xox",),
        r"(?<![A-Za-z0-9])xox[abceoprs]-[A-Za-z0-9-]{10,}",
        r"xox[abceoprs]-",
        stands_alone=True,
    ),
    Rule(
        "azure_client_secret",
        ("q~",),
        r"(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,40}",
        r"Q~[A-Za-z0-9_~.-]{8}",
    ),
    Rule(
        "azure_signature",
        ("sig=",),
        r"(?P<lead>(?<![A-Za-z])sig=)(?P<value>[A-Za-z0-9%+/]{40,}={0,2})",
        r"sig=[A-Za-z0-9%+/]{12}",
    ),
    Rule(
        "sendgrid_key",
        ("sg.",),
        r"(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}",
        r"SG\.[A-Za-z0-9_-]{12}",
        stands_alone=True,
    ),
    Rule(
        "telegram_token",
        (":aa",),
        r"(?<![A-Za-z0-9])[0-9]{8,10}:AA[A-Za-z0-9_-]{32,35}(?![A-Za-z0-9_-])",
        r":AA[A-Za-z0-9_-]{12}",
    ),
    Rule(
        "discord_token",
        (".",),
        r"(?<![A-Za-z0-9_.-])[A-Za-z0-9_-]{24,28}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}"
        r"(?![A-Za-z0-9_.-])",
        r"\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27}",
        is_secret=lambda value: all(looks_drawn(part) for part in value.split(".")[::2]),
    ),
    Rule(
        "mailchimp_key",
        ("-us",),
        r"(?<![A-Za-z0-9])[0-9a-f]{32}-us[0-9]{1,2}(?![A-Za-z0-9])",
        r"-us[0-9]",
    ),
    Rule(
        "terraform_token",
        (".atlasv1.",),
        r"(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{40,}",
        r"\.atlasv1\.",
    ),
    Rule(
        "airtable_token",
        ("pat",),
        r"(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[a-f0-9]{40,}",
        r"pat[A-Za-z0-9]{14}\.",
        stands_alone=True,
    ),
    Rule(
        "jwt",
        ("eyj",),
        r"eyJ[A-Za-z0-9_-]{8,512}\.eyJ[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{8,}",
        r"\.eyJ[A-Za-z0-9_-]{8}",
    ),
    Rule(
        "bearer_header",
        ("bearer",),
        r"(?P<lead>(?i:bearer)[ \t\r\n]+)(?P<value>(?=[A-Za-z._~+/=-]{0,200}[0-9])"
        r"[A-Za-z0-9._~+/=-]{20,})",
        rf"(?i:bearer){_SPACE}+[A-Za-z0-9._~+/=-]{{12}}",
    ),
    Rule(
        "authorization_header",
        ("authorization",),
        rf"(?P<lead>(?i:authorization)[\"']?{_IS}[\"']?(?:(?i:basic|token|digest|apikey|api-key"
        r"|ssws|bot|key|negotiate)[ \t]+)?)"
        r"(?P<value>(?=[A-Za-z._~+/=-]{0,200}[0-9])[A-Za-z0-9._~+/=-]{16,})"
        r"(?![A-Za-z0-9._~+/=(-])",
        rf"(?i:authorization){_QUOTE}{_SPACE}*[:=]",
    ),
    Rule(
        "cookie_header",
        ("cookie",),
        rf"(?P<lead>(?i:cookie)[\"']?{_IS}[\"']?(?:[^\"'\r\n]{{0,400}}?;[ \t]*)?"
        r"[A-Za-z0-9_.-]{1,64}=)(?P<value>[A-Za-z0-9_.%+/=-]{16,})",
        rf"(?i:cookie){_QUOTE}{_SPACE}*[:=]",
        is_secret=looks_drawn,
    ),
    Rule(
        "curl_user",
        ("curl",),
        r"(?P<lead>curl[ \t][^\r\n]{0,200}?(?:-u|--user)[ \t=]+[\"']?[^\s:\"']{1,64}:)"
        r"(?P<value>[^\s\"':]{6,128})",
        r"curl(?:[ \t]|\\t)",
        is_secret=is_password,
    ),
    Rule(
        "basic_auth",
        ("://",),
        rf"(?P<lead>://)(?P<value>{_URL_WORD}{{0,128}}:{_URL_WORD}{{1,128}})(?P<tail>@)",
        rf"://{_URL_WORD}*:{_URL_WORD}+@",
    ),
    Rule(
        "address_user",
        ("://",),
        r"(?P<lead>://)(?P<value>[A-Za-z0-9_-]{20,256})(?P<tail>@)",
        r"://[A-Za-z0-9_-]+@",
        is_secret=looks_drawn,
    ),
    Rule(
        "connection_password",
        ("pwd=", "password="),
        r"""(?P<lead>(?i:;[ ]?(?:pwd|password)=))(?P<value>[^;\s"'\\()<>/]{4,128})"""
        r"""(?=[;\s"']|\Z)""",
        r"(?i:;[ ]?(?:pwd|password)=)",
        is_secret=is_password,
    ),
    Rule(
        "docker_login",
        ('auth"',),
        r"""(?P<lead>"auth"[ ]?:[ \r\n\t]*")(?P<value>[A-Za-z0-9+/]{8,1024}={0,2})(?P<tail>")""",
        rf"""\"auth\\?"{_SPACE}*:""",
        is_secret=is_encoded_login,
    ),
    Rule(
        "command_password",
        ("sshpass",),
        r"(?P<lead>sshpass[ \t]+-p[ \t]*[\"']?)(?P<value>[^\s\"']{6,128})",
        r"sshpass(?:[ \t]|\\t)+-p",
        is_secret=is_password,
    ),
    Rule(
        "command_password",
        ("mysql", "mariadb"),
        r"(?P<lead>(?:mysql|mariadb)[a-z-]{0,12}[ \t][^\r\n|;]{0,200}?(?<=[ \t])-p[\"']?)"
        r"(?P<value>[^\s\"']{6,128})",
        r"(?:mysql|mariadb)[a-z-]*(?:[ \t]|\\t)",
        is_secret=is_password,
    ),
    Rule(
        "seed_phrase",
        ("phrase", "mnemonic", "seed words"),
        r"(?P<lead>(?i:(?:seed|recovery|backup|wallet|mnemonic)[ _-]?(?:phrase|words)|mnemonic)"
        rf"(?:[\"']|[ ]is)?(?:{_IS})[\"']?)"
        r"(?P<value>[a-z]{3,8}(?P<between>[ \r\n,]{1,2})"
        r"[a-z]{3,8}(?:(?P=between)[a-z]{3,8}){10,22})(?![a-z])",
        rf"(?i:phrase|words|mnemonic)(?:{_QUOTE}|[ ]is){_SPACE}*[:=]",
        is_secret=is_seed_phrase,
    ),
    Rule(
        "assigned_secret",
        _TELLING_HINTS,
        rf"(?P<lead>{_ASSIGNED}[\"'])(?P<value>[^\"'\s\\]{{12,256}})(?=[\"'])",
        _ASSIGNED_PREFILTER,
        is_secret=looks_random,
    ),
    Rule(
        "assigned_secret",
        _TELLING_HINTS,
        rf"(?P<lead>{_ASSIGNED})(?P<value>[A-Za-z0-9_+/-]{{16,256}}={{0,2}})"
        r"(?![A-Za-z0-9_+/=.(\[-])",
        _ASSIGNED_PREFILTER,
        is_secret=looks_random,
    ),
    Rule(
        "assigned_token",
        ("token",),
        rf"(?P<lead>(?i:token)[\"']?{_IS}[\"']?)(?P<value>{_TOKEN}{{20,1024}}={{0,2}})"
        rf"(?!{_TOKEN}|[=(\[]|\.[A-Za-z0-9_])",
        rf"(?i:token){_QUOTE}{_SPACE}*[:=]>?{_SPACE}*=?{_SPACE}*{_QUOTE}{_TOKEN}{{12}}",
        is_secret=looks_drawn,
    ),
)


def _token_rule(row: dict[str, str]) -> Rule:
    starts = row["starts"].split()
    count_min = int(row["count_min"])
    start = "|".join(re.escape(text) for text in starts)
    return Rule(
        row["rule"],
        tuple(text.lower() for text in starts),
        rf"(?<![A-Za-z0-9])(?:{start})[{row['body']}]{{{count_min},}}",
        rf"(?:{start})[{row['body']}]{{{min(count_min, _PREFILTER_COUNT_MAX)}}}",
        stands_alone=True,
    )


# As rare as tokens with a known beginning, and as long.
_LONG_RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "putty_key",
        ("private-lines:",),
        r"(?P<lead>Private-Lines:[ ]?[0-9]{1,3}\r?\n)"
        r"(?P<value>(?:[A-Za-z0-9+/=]{64}\r?\n)*[A-Za-z0-9+/=]{4,64})",
        r"Private-Lines:",
    ),
    Rule(
        "signed_address",
        ("signature=",),
        r"(?P<lead>(?<![A-Za-z])(?i:(?:x-[a-z]{3,4}-)?signature)=)"
        r"(?P<value>[A-Za-z0-9_~+/-]{20,1024}(?:%[0-9A-Fa-f]{2}[A-Za-z0-9_~+/-]*){0,64}={0,2})",
        r"(?i:signature)=[A-Za-z0-9_~+/-]{4}",
        is_secret=looks_random,
    ),
    Rule(
        "password_hash",
        ("$",),
        r"(?<![A-Za-z0-9$])\$(?:(?:apr1|1)\$[A-Za-z0-9./]{1,8}\$[A-Za-z0-9./]{22}"
        r"|[56]\$(?:rounds=[0-9]{1,9}\$)?[A-Za-z0-9./]{1,16}\$[A-Za-z0-9./]{43,86}"
        r"|2[abxy]\$[0-9]{2}\$[A-Za-z0-9./]{53}"
        r"|g?y\$[A-Za-z0-9./]{1,8}\$[A-Za-z0-9./]{1,86}\$[A-Za-z0-9./]{43})(?![A-Za-z0-9./])",
        r"\$(?:apr1|1|5|6|2[abxy]|g?y)\$[A-Za-z0-9./]",
    ),
    Rule(
        "firebase_key",
        ("aaaa",),
        r"(?<![A-Za-z0-9+/])AAAA[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{120,160}(?![A-Za-z0-9_-])",
        r"AAAA[A-Za-z0-9_-]{7}:",
        stands_alone=True,
        is_secret=looks_drawn,
    ),
    Rule(
        "square_token",
        ("eaaa",),
        r"(?<![A-Za-z0-9+/=_-])EAAA[A-Za-z0-9_-]{58,62}(?![A-Za-z0-9+/_-])",
        r"EAAA[A-Za-z0-9_-]{8}",
        stands_alone=True,
        is_secret=looks_drawn,
    ),
    Rule(
        "voyage_key",
        ("pa-",),
        r"(?<![A-Za-z0-9_-])pa-[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])",
        r"pa-[A-Za-z0-9_-]{8}",
        stands_alone=True,
        is_secret=looks_drawn,
    ),
    Rule(
        "zhipu_key",
        (".",),
        r"(?<![A-Za-z0-9._/-])[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9._-])",
        r"[0-9a-f]{8}\.[A-Za-z0-9]{8}",
        is_secret=is_mixed_half,
    ),
)

with _TOKEN_FORMATS.open(encoding="utf-8", newline="") as _lines:
    _ROWS: Final = tuple(csv.DictReader(_lines))
TOKEN_STARTS: Final = tuple(start for row in _ROWS for start in row["starts"].split())
TOKEN_RULES: Final = (*map(_token_rule, _ROWS), *_LONG_RULES)
_TOKEN_LENGTH_MIN: Final = min(
    len(start) + int(row["count_min"]) for row in _ROWS for start in row["starts"].split()
)
# A token is one run of these characters; prose has no run of this length.
TOKEN_RUN: Final = re.compile(rf"[A-Za-z0-9_./+=~$@-]{{{_TOKEN_LENGTH_MIN}}}")
