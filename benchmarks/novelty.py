"""Measures of how novel a text is to a critic, each as a function of its training texts."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import torch
from scipy.sparse import csr_matrix

from evalstore.suites.drift.cases.crisis_weeks import labelled_entries
from evalstore.suites.drift.engine.critic.critic import Critic
from evalstore.suites.drift.engine.critic.domain import fitted
from evalstore.suites.drift.engine.critic.examples import Examples, examples_of
from evalstore.suites.drift.engine.critic.feature_rows import SparseRows
from evalstore.suites.drift.engine.critic.features.hashed import words
from evalstore.suites.drift.engine.critic.settings import CriticSettings
from evalstore.suites.drift.engine.critic.training import train

Score = Callable[[Sequence[str]], np.ndarray]
NEIGHBOURS = 5
MEMBERS = 5
MEMBER_PERSONAS = 100


def texts_of_splits(seed: str, persona_count: int) -> dict[str, list[str]]:
    """Return the entries of each split, a quarter as many personas to compare with."""
    counts = {"train": persona_count, "validation": persona_count // 4, "test": 60}
    return {
        split: [entry.text for entry in labelled_entries(seed, split, count)]
        for split, count in counts.items()
    }


def doubts(usual: np.ndarray, level: float) -> Callable[[np.ndarray], np.ndarray]:
    """Return the doubt of a score, as the critic's ``domain`` has it for one text."""

    def doubt(score: np.ndarray) -> np.ndarray:
        at_least = len(usual) - np.searchsorted(usual, score - 1e-9)
        return np.maximum(0.0, 1.0 - at_least / (level * (len(usual) + 1)))

    return doubt


def _pairs(text: str) -> list[str]:
    return [" ".join(pair) for pair in pairwise(["", *words(text), ""])]


def _triples(text: str) -> list[str]:
    found = ["", *words(text), ""]
    return [" ".join(found[place : place + 3]) for place in range(max(1, len(found) - 2))]


def _characters(text: str) -> list[str]:
    whole = f" {' '.join(words(text))} "
    return [
        whole[place : place + size]
        for size in (3, 4, 5)
        for place in range(max(1, len(whole) - size + 1))
    ]


def mean_idf(grams: Callable[[str], list[str]]) -> Callable[[Critic, list[str]], Score]:
    """Return the measure of the mean inverse document frequency of such parts of a text."""
    return _of_parts(grams, is_share=False)


def unseen_share(grams: Callable[[str], list[str]]) -> Callable[[Critic, list[str]], Score]:
    """Return the measure of the share of that mass in parts that no training text has."""
    return _of_parts(grams, is_share=True)


def _of_parts(
    grams: Callable[[str], list[str]], *, is_share: bool
) -> Callable[[Critic, list[str]], Score]:
    def make(critic: Critic, training: list[str]) -> Score:
        del critic
        frequency = Counter(gram for text in training for gram in set(grams(text)))

        def one(text: str) -> float:
            found = grams(text) or [""]
            mass = [np.log((1 + len(training)) / (1 + frequency[gram])) + 1 for gram in found]
            if not is_share:
                return float(np.mean(mass))
            unseen = [
                part for part, gram in zip(mass, found, strict=True) if gram not in frequency
            ]
            return float(sum(unseen) / sum(mass))

        return lambda texts: np.array([one(text) for text in texts])

    return make


def word_pairs(critic: Critic, training: list[str]) -> Score:
    """Return evalstore's own measure."""
    del critic
    return fitted(training, training[:1]).novelty


def neighbours(critic: Critic, training: list[str]) -> Score:
    """Return the mean cosine distance of a text's row to its nearest training rows."""

    def unit(texts: Sequence[str]) -> csr_matrix:
        rows = critic.features.rows(texts)
        if isinstance(rows, SparseRows):
            shape = (len(texts), rows.width)
            return csr_matrix((rows.values, rows.columns, rows.offsets), shape)
        lengths = np.linalg.norm(rows.values, axis=1, keepdims=True)
        return csr_matrix(rows.values / np.maximum(lengths, 1e-12))

    known = unit(list(dict.fromkeys(training))).T.tocsc()

    def score(texts: Sequence[str]) -> np.ndarray:
        parts = []
        for start in range(0, len(texts), 256):
            near = (unit(texts[start : start + 256]) @ known).toarray()
            parts.append(1.0 - np.partition(near, -NEIGHBOURS)[:, -NEIGHBOURS:].mean(axis=1))
        return np.concatenate(parts)

    return score


def mahalanobis(critic: Critic, training: list[str]) -> Score:
    """Return the distance of a text's first hidden layer from the mean of all (Lee 2018)."""

    def hidden(texts: Sequence[str]) -> np.ndarray:
        with torch.no_grad():
            return critic.network.shared(critic.features.rows(texts)).numpy().astype(float)

    known = hidden(training)
    mean = known.mean(axis=0)
    spread = np.linalg.pinv(np.cov(known.T) + 1e-6 * np.eye(known.shape[1]))

    def score(texts: Sequence[str]) -> np.ndarray:
        apart = hidden(texts) - mean
        return np.sqrt(np.einsum("ij,jk,ik->i", apart, spread, apart))

    return score


def ensemble(critic: Critic, training: list[str]) -> Score:
    """Return the widest deviation of critics that learned from resampled personas."""
    del critic, training
    validation = examples_of(labelled_entries("domain", "validation", MEMBER_PERSONAS // 4))
    entries = labelled_entries("domain", "train", MEMBER_PERSONAS)
    whole = examples_of(entries)
    persona = np.array([entry.persona_id for entry in entries])
    names, draws = np.unique(persona), np.random.default_rng(1)
    members = []
    for number in range(MEMBERS):
        chosen = draws.choice(names, len(names))
        rows = np.concatenate([np.flatnonzero(persona == name) for name in chosen])
        taken = Examples(tuple(whole.texts[row] for row in rows.tolist()), whole.labels[rows])
        members.append(train(taken, validation, CriticSettings(seed=f"member {number}")))

    def score(texts: Sequence[str]) -> np.ndarray:
        found = np.stack([member.predicted(texts) for member in members])
        return found.std(axis=0).max(axis=1).astype(float)

    return score


def dropout(critic: Critic, training: list[str]) -> Score:
    """Return the widest deviation of the passes, as before there was another measure."""
    del training
    return lambda texts: critic.samples(texts).std(axis=0).max(axis=1).astype(float)


MEASURES: dict[str, Callable[[Critic, list[str]], Score]] = {
    "word pairs, mean idf (evalstore's)": word_pairs,
    "words, mean idf": mean_idf(words),
    "words, unseen share": unseen_share(words),
    "word pairs, unseen share": unseen_share(_pairs),
    "word triples, mean idf": mean_idf(_triples),
    "characters 3 to 5, mean idf": mean_idf(_characters),
    f"cosine distance to {NEIGHBOURS} neighbours": neighbours,
    "Mahalanobis distance of the first hidden layer": mahalanobis,
    f"ensemble of {MEMBERS} by personas": ensemble,
    "dropout alone": dropout,
}
