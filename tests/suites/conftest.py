"""Fixtures of suites: the cases of a file of questions."""

import pytest

from evalstore.suites.questions import questions


@pytest.fixture
def made(tmp_path):
    """Return a function that writes a file and returns the cases it makes."""

    def make(content, name="my.csv", count=None, seed="seed", **settings):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        given = {"file": str(path), **settings}
        domains = questions.domains(given)
        return list(questions.cases(seed, domains, count, given))

    return make
