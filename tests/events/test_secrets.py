"""Secrets are found where they are, and nowhere else."""

import json
import re

import duckdb
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from evalstore.events import secrets, suspicion
from evalstore.events.repair import Changes, redacted

# Put together here, so that no scanner takes this file for a leak.
SECRETS = {
    "openai_key": "sk-" + "proj-Ab1" * 5,
    "anthropic_key": "sk-ant-" + "api03-x7Y" * 4,
    "github_token": "ghp_" + "a1B2" * 9,
    "aws_access_key": "AKIA" + "IOSFODNN7EXAMPLE",
    "aws_secret_key": "aws_secret_access_key = " + "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "google_api_key": "AIza" + "Sy0A1-_" * 5,
    "slack_token": "xoxb-" + "1234567890-abcdef",
    "huggingface_token": "hf_" + "AbCdEfGhIj" * 3,
    "private_key_block": "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN",
    "bearer_header": "Authorization: Bearer abcdef0123456789abcdef",
    "basic_auth": "postgres://admin:hunter2@db.example.org/x",
    "assigned_secret": 'db_password = "q8Zr4tY1mN7xW2"',
}
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
]


@pytest.fixture(scope="module")
def connection():
    with duckdb.connect() as connection:
        yield connection


def fires(connection, pattern, text):
    [(does,)] = connection.execute("select regexp_matches($1, $2)", [text, pattern]).fetchall()
    return does


def test_every_rule_has_an_example():
    """A rule without an example here would be one nobody has seen working."""
    assert {rule.name for rule in secrets.RULES} == set(SECRETS)


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_goes(name):
    """A secret inside prose goes, with its rule named; the prose stays."""
    text, found = secrets.redact(f"before\n{SECRETS[name]}\nafter")

    assert {name: 1} == found
    assert f"[redacted:{name}]" in text
    assert text.startswith("before")
    assert text.endswith("after")


@pytest.mark.parametrize("name", SECRETS)
def test_redacted_text_holds_no_secret(name):
    """What is left of a secret is none."""
    text, _ = secrets.redact(SECRETS[name])

    assert (text, {}) == secrets.redact(text)


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


@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.parametrize("is_ascii", [True, False])
def test_prefilter_sees_the_examples(connection, name, is_ascii):
    """The pattern that SQL uses fires on each example inside JSON text."""
    text = json.dumps({"text": f"é{SECRETS[name]}"}, ensure_ascii=is_ascii)

    assert fires(connection, secrets.PREFILTER, text)


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_prefilter_sees_whatever_a_rule_sees(connection, data):
    """Where a rule fires on a text, the pattern that SQL uses fires on its JSON."""
    rule = data.draw(st.sampled_from(secrets.RULES))
    # Hypothesis does not draw from look-arounds.
    drawable = re.compile(re.sub(r"\(\?<?[!=](?:[^()\[]|\[[^\]]*\])*\)", "", rule.pattern.pattern))
    text = data.draw(st.from_regex(drawable))
    assume(rule.pattern.search(text))
    encoded = json.dumps({"text": text}, ensure_ascii=data.draw(st.booleans()))

    assert fires(connection, suspicion.MAY_HOLD_SECRET, encoded)


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["api_key", "db-password", "SECRET", "x.auth_token"]),
    st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=12, max_size=20),
)
def test_prefilter_sees_named_fields(connection, name, value):
    """Where the name of a field makes its value a secret, the pattern that SQL uses fires."""
    assume(secrets.redact_named(name, value)[1])

    assert fires(connection, suspicion.MAY_HOLD_SECRET, json.dumps({name: value}))


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
    ):
        assert isinstance(secrets.redact(bait * 100_000)[0], str)
