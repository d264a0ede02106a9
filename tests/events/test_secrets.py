"""Secrets are found where they are, and nowhere else."""

import base64
import csv
import json
import re
import string
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from evalstore.events import prefilter, secret_rules, secrets
from evalstore.events.repair import Changes, redacted
from tests.events.drawing import drawn


def encoded(text):
    return base64.b64encode(text.encode()).decode()


# Put together here, so that no scanner takes this file for a leak.
SECRETS = {
    "openai_key": "sk-" + "proj-Ab1" * 5,
    "anthropic_key": "sk-ant-" + "api03-x7Y" * 4,
    "aws_access_key": "AKIA" + "IOSFODNN7EXAMPLE",
    "aws_secret_key": "aws_secret_access_key = " + "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "google_api_key": "AIza" + "Sy0A1-_" * 5,
    "slack_token": "xoxb-" + "1234567890-abcdef",
    "private_key_block": "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN",
    "bearer_header": "Authorization: Bearer abcdef0123456789abcdef",
    "basic_auth": "postgres://admin:hunter2@db.example.org/x",
    "assigned_secret": 'db_password = "q8Zr4tY1mN7xW2"',
    "azure_client_secret": f"id: {drawn(3)}8Q~{drawn(34)}",
    "azure_signature": f"https://x.blob.core.windows.net/c?sv=2022-11-02&sig={drawn(43)}%3D",
    "sendgrid_key": f"SG.{drawn(22)}.{drawn(43)}",
    "telegram_token": f"123456789:AA{drawn(33)}",
    "discord_token": f"{drawn(24)}.{drawn(6)}.{drawn(27)}",
    "mailchimp_key": drawn(32, "0-9a-f") + "-us12",
    "terraform_token": f"{drawn(14)}.atlasv1.{drawn(60)}",
    "airtable_token": f"pat{drawn(14)}.{drawn(64, '0-9a-f')}",
    "authorization_header": f"Authorization: Basic {drawn(30)}==",
    "cookie_header": f"Set-Cookie: theme=dark; sessionid={drawn(32)}; Path=/",
    "curl_user": "curl -s -u admin:hunter22 https://example.org",
    "assigned_token": f"GITHUB_TOKEN={drawn(40, '0-9a-f')}",
    "address_user": f"https://{drawn(32, '0-9a-f')}@o1.ingest.example.org/2",
    "connection_password": "Server=h;Uid=sa;Pwd=hunter22;",
    "docker_login": '{"auths": {"h": {"auth": "YTpodW50ZXIyMg=="}}}',
    "command_password": "sshpass -p 'QkzWbvRtYpLm' ssh a@b",
    "seed_phrase": "Seed phrase:" + " legal winner thank year wave sausage" * 2,
    "putty_key": f"Private-Lines: 2\n{drawn(64)}\n{drawn(20)}",
    "signed_address": f"https://a.example/k?X-Goog-Signature={drawn(256, '0-9a-f')}",
    "password_hash": f"admin:$apr1${drawn(8)}${drawn(22)}",
    "firebase_key": f"AAAA{drawn(7)}:{drawn(140)}",
    "square_token": f"EAAA{drawn(60)}",
    "voyage_key": f"pa-{drawn(43)}",
    "zhipu_key": f"{drawn(32, '0-9a-f')}.{drawn(16)}",
}
TOKENS = [
    (row["rule"], start + drawn(int(row["count_min"]), row["body"]))
    for row in csv.DictReader(
        Path(secret_rules.__file__)
        .with_name("token_formats.csv")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    for start in row["starts"].split()
]
EXAMPLES = [*SECRETS.items(), *TOKENS]
# Shapes that were let in once, among them names in front of values of no known form.
SHAPES = [
    f"HF_TOKEN={drawn(34)}",
    f"export NPM_TOKEN='{drawn(36)}'",
    f"redis://:{drawn(16)}@host:6379/0",
    f"AccountName=foo;AccountKey={drawn(86)}==;EndpointSuffix=core.windows.net",
    f"Endpoint=sb://x.servicebus.windows.net/;SharedAccessKey={drawn(43)}=",
    f"aws_session_token={drawn(200)}",
    f"x-api-key: {drawn(32)}",
    f"Ocp-Apim-Subscription-Key: {drawn(32, '0-9a-f')}",
    f"DB_PASS={drawn(20)}",
    f"Private-Token: {drawn(20)}",
    f"//registry.npmjs.org/:_authToken={drawn(36)}",
    '{"password": "Tr0ub4dor&3xyz"}',
    f'{{"refresh_token": "{drawn(48)}"}}',
    f"Cookie: session={drawn(32)}",
    f"Authorization: token {drawn(40, '0-9a-f')}",
    f"mongodb+srv://app:{drawn(16)}@cluster0.example.net/x",
    f"API key: {drawn(32)}",
    f"mysql -u root -p{drawn(14)} db",
    f"root:$6${drawn(12)}${drawn(86)}:19000:0:99999:7:::",
    f"alice:$2y$10${drawn(53)}",
    f"Signature={drawn(27)}%3D&Expires=1",
    "curl -u admin:QkzWbvRtYpLm https://example.org",
    "mnemonic: " + "legal winner thank year wave sausage " * 4,
    f"data:text/plain;base64,{encoded(f'my ghp_{drawn(36)} here')}",
]
# A token that a reader of the text could put together again.
TOKEN = f"ghp_{drawn(36)}"
HIDDEN = [
    encoded(TOKEN),
    "\u200b".join(TOKEN),
    f"{TOKEN[:9]}\xad{TOKEN[9:]}",
    f"{TOKEN[:20]}\n{TOKEN[20:]}",
    f"{TOKEN[:15]}\r\n    {TOKEN[15:27]}\r\n    {TOKEN[27:]}",
]
ORDINARY = [
    "The risk-averse desk-bound task-force asked-for-a-disk-drive-replacement in the end.",
    "A secret garden, a password to remember, a token of thanks: the key is under the mat.",
    "bearer of bad news responsibilities-and-more-of-these",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "0190d3a1-7b3c-8def-9abc-0123456789ab",
    "password = get_password_from_environment()",
    'password = ""',
    "secret: str = field(default_factory=lambda: secrets.token_urlsafe(16))",
    "api_key=os.environ['OPENAI_API_KEY']",
    "api_key: <your-api-key-here>",
    "secret_key = config.secret_key_2",
    "tokens_in: 1200, tokens_out: 3400",
    "see https://example.org:8080/a?b=c@d and mailto:someone@example.org",
    "hf_hub_download('bert') and sk-learn",
    "The asia-pacific region; AKIAS; xoxo-",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
    "eyJ is how every JSON object begins in base64: eyJhIjoxfQ==",
    "for (int i = 0; i < n; i++) { keys[i] = secret(i); }",
    "token = tokenizer.convert_ids_to_tokens2(ids)",
    "token: special_token_of_the_second_user_2",
    "authorization = base64.decodebytes(authorization)",
    "next(token for token in tokens if token == 'Ġaccommodation_1')",
    "ACCA" + "ACGT" * 4 + " and ASIA-PACIFIC; npm_config_registry; sl.no; pat-a-cake",
    "numpy.testing.assert_almost_equal.really_long_function_name_2",
    "cookie = SimpleCookie(); authorization: none; curl -u user https://example.org",
    "redis://localhost:6379/0, http://[::1]:8080/a@b and ://:",
    "a seed phrase: twelve words that you keep and never tell to others, not even to us",
    "PWD=/srv/user1/project; pwd=; curl -u user:YourPassword https://example.org; mysql -p",
    "$5$-dimensional, $1$ and $6$; signature=(a, b) -> c; Signature=inspect.signature",
    "ghp_words_of_prose\nfollowing2026 line\nand-another_long_name_3",
    "\u0645\u200c\u062e \u2764\ufe0f\u200d data:text/plain;base64,bm8gc2VjcmV0IGhlcmUhISE=",
    'mysql -u root -p db; {"auth": "none"}; {"auth": "bm8gbG9naW4gaGVyZQ=="}',
    r"\\begin{align} \\text{secret} &= \\sum_{i=1}^{n} key_i \\end{align}",
]


def fires(connection, pattern, text):
    [(does,)] = connection.execute("select regexp_matches($1, $2)", [text, pattern]).fetchall()
    return does


def test_every_rule_has_an_example():
    """A rule without an example here would be one nobody has seen working."""
    assert {rule.name for rule in secrets.RULES} == {name for name, _ in EXAMPLES}


def test_a_secret_goes():
    """A secret inside prose goes, its rule named; the prose stays, and what is left is none."""
    wrong = []
    for name, secret in EXAMPLES:
        text, found = secrets.redact(f"before\n{secret}\nafter")
        is_gone = f"[redacted:{name}]" in text and re.fullmatch(r"before\n[\s\S]*\nafter", text)
        if found != {name: 1} or not is_gone or secrets.redact(text) != (text, {}):
            wrong.append((name, secret, text))
    assert [] == wrong
    assert [] == [shape for shape in SHAPES if not secrets.redact(shape)[1]]


def test_a_hidden_token_goes():
    """A token goes in base64, behind signs of no width and across line breaks; the rest stays."""
    texts = [secrets.redact(f"before {hidden}\nafter") for hidden in HIDDEN]

    assert [("before [redacted:github_token]\nafter", {"github_token": 1})] * 5 == texts


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_stays(text):
    """Prose, hashes, identifiers and code are no secrets."""
    assert (text, {}) == secrets.redact(text)


def test_the_name_of_a_field_counts():
    """A random value is a secret where its field is named so, and only there."""
    changes = Changes()
    value = {"config": {"api_key": "q8Zr4tY1mN7xW2", "title": "q8Zr4tY1mN7xW2"}}

    assert {
        "config": {"api_key": "[redacted:assigned_secret]", "title": "q8Zr4tY1mN7xW2"}
    } == redacted(value, "", changes)
    assert [
        {"path": "config.api_key", "rule": "assigned_secret", "count": 1}
    ] == changes.redactions


def test_a_key_may_be_a_secret():
    """A secret that stands as a key goes too."""
    changes = Changes()

    assert {"[redacted:aws_access_key]": 1} == redacted(
        {SECRETS["aws_access_key"]: 1}, "", changes
    )
    assert 1 == len(changes.redactions)


@pytest.mark.parametrize("is_ascii", [True, False])
def test_prefilter_sees_the_examples(connection, is_ascii):
    """The pattern that SQL uses fires on each example inside JSON text, whatever precedes it."""
    texts = [
        json.dumps({"text": f"{before}{secret}"}, ensure_ascii=is_ascii)
        for secret in (*(secret for _, secret in EXAMPLES), *SHAPES, *HIDDEN)
        for before in ("", "é", "\n", "_", "say ")
    ]

    assert (
        []
        == connection.execute(
            "select text from (select unnest($1) as text) where not regexp_matches(text, $2)",
            [texts, secrets.PREFILTER],
        ).fetchall()
    )


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_prefilter_sees_whatever_a_rule_sees(connection, data):
    """Where a rule fires on a text, the pattern that SQL uses fires on its JSON."""
    rule = data.draw(st.sampled_from(secrets.RULES))
    # Hypothesis does not draw from look-arounds.
    drawable = re.compile(re.sub(r"\(\?<?[!=](?:[^()\[]|\[[^\]]*\])*\)", "", rule.pattern))
    text = data.draw(st.from_regex(drawable))
    assume(rule.redact(text)[1])
    encoded = json.dumps({"text": text}, ensure_ascii=data.draw(st.booleans()))

    assert fires(connection, prefilter.MAY_HOLD_SECRET, encoded)


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.sampled_from(["api_key", "db-password", "SECRET", "x.auth_token", "HF_TOKEN", "DB_PASS"]),
    st.text(string.ascii_letters + string.digits + "!#&+-./~_", min_size=12, max_size=24),
)
def test_prefilter_sees_named_fields(connection, name, value):
    """Where the name of a field makes its value a secret, the pattern that SQL uses fires."""
    assume(secrets.redact_named(name, value)[1])

    assert fires(connection, prefilter.MAY_HOLD_SECRET, json.dumps({name: value}))


@pytest.mark.sweep
def test_hostile_repetition_takes_no_time():
    """No rule goes over a long text again and again; it would not come back today if it did."""
    for bait in (
        "eyJ",
        "sk-",
        "secret=",
        'password="',
        "://a:",
        "Bearer ",
        "-----BEGIN ",
        "xoxb-",
        "token=",
        "Cookie: a=",
        "curl -u a",
        "authorization: ",
        "pat1234567890abcd.",
        "sk-aaaaaaaaaaaaaaaa1\n",
        "ghp_a1b2c3d4e5\u200bf6",
        "data:;base64,",
        "c2stYW50L",
        "mysql -p",
        "phrase: abc ",
        ";pwd=",
    ):
        assert isinstance(secrets.redact(bait * 30_000)[0], str)


ENVELOPE = ("kind", "run_id", "subject", "supersedes", "schema_version", "occurred_at", "source")


def test_no_envelope_field_lets_a_secret_in(connection, classified):
    """A line with a secret in any field beside the payload is refused, and nothing repeats it."""
    event = {"kind": "run_finished", "run_id": "r1", "payload": {"status": "completed"}}
    secret = SECRETS["aws_access_key"]
    lines = [json.dumps(event | {name: f"from {secret}"}) for name in (*ENVELOPE, "unknown")]
    kept, refused, _ = classified([*lines, json.dumps(event), f'{{"{secret}": 1}}', secret])

    assert 1 == len(kept)
    assert ["secret in the envelope"] * 8 == [reason for reason, _, _ in refused[:8]]
    assert ["missing field", "not JSON"] == [reason for reason, _, _ in refused[8:]]
    assert secret not in str(refused)
