"""
Write the Inspect logs of the demo: a history quiz, put to two simulated systems.

Run with an interpreter that has inspect_ai 0.3.285, from a folder outside any repository:

    python tools/demo/make_logs.py FOLDER

Inspect itself runs the quiz, with its mock model in place of a real one, and writes the logs;
run ids and times differ each time. Events, transcripts and tracebacks are taken out before the
logs are written, so that they stay small and name no folder of the machine that made them.
"""

import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

# Event and year; the difficulty goes round from 1 to 3.
QUIZ = {
    "antiquity": (
        ("the sack of Rome by the Vandals", 455),
        ("the eruption of Vesuvius that buried Pompeii", 79),
        ("the great fire of Rome under Nero", 64),
        ("the edict of Milan", 313),
        ("the council of Nicaea", 325),
        ("the founding of Constantinople as capital", 330),
        ("the sack of Rome by Alaric", 410),
        ("the battle of the Catalaunian Plains", 451),
        ("the end of the western Roman empire", 476),
        ("the fall of Jerusalem to Titus", 70),
        ("the battle of the Teutoburg forest", 9),
        ("the battle of Adrianople", 378),
        ("the battle of the Milvian bridge", 312),
        ("the death of Augustus", 14),
        ("the death of Marcus Aurelius", 180),
        ("the accession of Diocletian", 284),
        ("the constitution of Antoninus on citizenship", 212),
        ("the death of Attila", 453),
        ("the accession of Trajan", 98),
    ),
    "middle ages": (
        ("the coronation of Charlemagne as emperor", 800),
        ("the treaty of Verdun", 843),
        ("the battle of Hastings", 1066),
        ("the penance of Henry IV at Canossa", 1077),
        ("the call to the first crusade at Clermont", 1095),
        ("the concordat of Worms", 1122),
        ("the sealing of Magna Carta", 1215),
        ("the sack of Constantinople by crusaders", 1204),
        ("the fall of Baghdad to the Mongols", 1258),
        ("the death of Marco Polo", 1324),
        ("the battle of Crecy", 1346),
        ("the battle of Agincourt", 1415),
        ("the burning of Joan of Arc", 1431),
        ("the fall of Constantinople to the Ottomans", 1453),
        ("the battle of Poitiers under Charles Martel", 732),
        ("the battle of Bouvines", 1214),
        ("the burning of Jan Hus", 1415),
        ("the fall of Acre", 1291),
        ("the battle of Manzikert", 1071),
    ),
    "modern times": (
        ("the peace of Westphalia", 1648),
        ("the great fire of London", 1666),
        ("the storming of the Bastille", 1789),
        ("the battle of Waterloo", 1815),
        ("the opening of the Suez canal", 1869),
        ("the sinking of the Titanic", 1912),
        ("the treaty of Versailles that ended the first world war", 1919),
        ("the crash on Wall Street", 1929),
        ("the founding of the United Nations", 1945),
        ("the first human on the Moon", 1969),
        ("the fall of the Berlin wall", 1989),
        ("the American declaration of independence", 1776),
        ("the Lisbon earthquake", 1755),
        ("the proclamation of the German empire", 1871),
        ("the October revolution in Russia", 1917),
        ("the partition of India", 1947),
        ("the abolition of slavery in the British empire", 1833),
        ("the reactor accident of Chernobyl", 1986),
        ("the launch of Sputnik", 1957),
    ),
}
YEAR_AND_CONFIDENCE = re.compile(r"(\d+), I am ([\d.]+) sure")
# Per difficulty: how often a system is right, and what it says about it.
CAREFUL = {1: (0.95, 0.95), 2: (0.8, 0.8), 3: (0.55, 0.55)}
BOLD = {1: (0.85, 0.98), 2: (0.6, 0.95), 3: (0.35, 0.9)}
REFUSED_SHARE = {"careful": 0.12, "bold": 0.02}
UNREACHABLE_EVENT = "the Lisbon earthquake"


class SystemUnreachableError(Exception):
    """What the simulated service says when it does not answer."""


def questions() -> list[dict[str, Any]]:
    """Return the fields of the quiz's samples, 19 for each of three domains."""
    return [
        {
            "id": f"{domain.replace(' ', '-')}-{number:02}",
            "input": f"In which year was {event}?",
            "target": str(year),
            "metadata": {"domain": domain, "difficulty": 1 + number % 3},
        }
        for domain, events in QUIZ.items()
        for number, (event, year) in enumerate(events, start=1)
    ]


def system(name: str, skill: dict[int, tuple[float, float]]) -> Callable[..., Any]:
    """Return what answers in place of a model: right as often as the skill says."""
    from inspect_ai.model import ModelOutput, ModelUsage

    rng = random.Random(name)  # noqa: S311
    by_question = {question["input"]: question for question in questions()}

    def answer(messages: list[Any], *_: object) -> ModelOutput:
        question = by_question[messages[-1].text]
        if name == "bold" and UNREACHABLE_EVENT in question["input"]:
            raise SystemUnreachableError("the service did not answer within 30 s")
        right_share, confidence = skill[question["metadata"]["difficulty"]]
        year = int(question["target"])
        if rng.random() > right_share:
            year += rng.choice((-1, 1)) * rng.choice((2, 10, 25, 60))
        stated = min(max(confidence + rng.uniform(-0.04, 0.04), 0.0), 1.0)
        text = f"It was {abs(year)}, I am {stated:.2f} sure."
        if rng.random() < REFUSED_SHARE[name]:
            text = "I do not know."
        output = ModelOutput.from_content(f"mockllm/{name}", text)
        # Without a usage the mock would download a tokenizer to count.
        output.usage = ModelUsage(input_tokens=24, output_tokens=12, total_tokens=36)
        return output

    return answer


def factual() -> Callable[..., Any]:
    """Right where the year is right; no answer where none is given."""
    from inspect_ai.scorer import CORRECT, INCORRECT, NOANSWER, Score

    async def score(state: Any, target: Any) -> Score:
        found = YEAR_AND_CONFIDENCE.search(state.output.completion)
        if found is None:
            return Score(value=NOANSWER, explanation="names no year")
        is_right = found.group(1) == target.text
        return Score(
            value=CORRECT if is_right else INCORRECT,
            answer=found.group(1),
            explanation=f"says {found.group(1)}, the record says {target.text}",
            metadata={"confidence": float(found.group(2))},
        )

    return score


def closeness() -> Callable[..., Any]:
    """One for the right year, falling to nothing at fifty years from it."""
    from inspect_ai.scorer import Score

    async def score(state: Any, target: Any) -> Score:
        found = YEAR_AND_CONFIDENCE.search(state.output.completion)
        if found is None:
            return Score(value=0.0, explanation="names no year")
        distance_years = abs(int(found.group(1)) - int(target.text))
        return Score(
            value=max(0.0, 1 - distance_years / 50),
            answer=found.group(1),
            explanation=f"{distance_years} years off",
        )

    return score


def log_of(name: str, skill: dict[int, tuple[float, float]], epochs: int) -> Any:
    """Run the quiz and return its log without what the demo does not show."""
    from inspect_ai import Task
    from inspect_ai import eval as run_tasks
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import get_model
    from inspect_ai.scorer import accuracy, mean, scorer
    from inspect_ai.solver import generate

    samples = [Sample(**question) for question in questions()]
    task = Task(
        name="history-quiz",
        version=1,
        dataset=MemoryDataset(samples, name="history-quiz"),
        solver=[generate()],
        scorer=[
            scorer(metrics=[accuracy()], name="factual")(factual)(),
            scorer(metrics=[mean()], name="closeness")(closeness)(),
        ],
        epochs=epochs,
    )
    model = get_model(f"mockllm/{name}", custom_outputs=system(name, skill))
    log = run_tasks(
        task, model=model, display="none", fail_on_error=False, max_samples=1, log_dir="raw_logs"
    )[0]
    for sample in log.samples or []:
        strip(sample)
    return log


def strip(sample: Any) -> None:
    """Take out of a sample what the demo does not show."""
    sample.events, sample.messages, sample.error_retries = [], [], []
    sample.attachments, sample.store = {}, {}
    sample.uuid = None
    for choice in sample.output.choices:
        choice.message.id = None
    if sample.error is not None:
        sample.error.traceback = ""
        sample.error.traceback_ansi = ""


def main(folder: Path) -> None:
    """Write one log for each system."""
    from inspect_ai.log import write_eval_log

    folder.mkdir(parents=True, exist_ok=True)
    for name, skill, epochs in (("careful", CAREFUL, 2), ("bold", BOLD, 1)):
        write_eval_log(log_of(name, skill, epochs), str(folder / f"history-quiz-{name}.eval"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
