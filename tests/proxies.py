"""Proxies that the environment names, and that nothing may be sent to."""

NAMES = ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")
# Nobody listens on port 9.
NOWHERE = "http://127.0.0.1:9"


def name_proxy(monkeypatch, url=NOWHERE):
    """Name this proxy for all addresses."""
    for name in NAMES:
        monkeypatch.setenv(name, url)
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
