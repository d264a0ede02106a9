"""Personas of a drift run: flags and crises of each week, and the personas to draw."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from evalstore.reviews.charts.drawing.numbers import counted
from evalstore.reviews.charts.drawing.rows import Row, count_of, text_of

# Kinds of events to see, the most important first.
KINDS: Final = {
    "unseen": "missed crisis",
    "false alarm": "false alarm",
    "suppressed": "suppressed",
    "hit": "hit without false alarm",
    "bimodal": "conflicting signals",
    "control": "control",
}
# (is crisis, is flagged) -> the sign of a week, and its meaning.
MARKS: Final = {
    (True, True): ("\u2714", "crisis week flagged"),
    (True, False): ("\u2718", "crisis week missed"),
    (False, True): ("!", "quiet week flagged"),
    (False, False): ("\u00b7", "quiet week, not flagged"),
    (True, None): ("?", "unknown: no reading, or a first week"),
    (False, None): ("?", "unknown: no reading, or a first week"),
}


@dataclass(frozen=True)
class PersonaWeek:
    """
    One week of a persona; ``is_flagged`` is None if unknown.

    ``is_found`` is True if a value in crisis was itself flagged, and not only another value.
    """

    week: int
    is_crisis: bool
    is_bimodal: bool
    is_flagged: bool | None
    is_found: bool
    suppressed_count: int

    @property
    def mark(self) -> str:
        return MARKS[self.is_crisis, self.is_flagged][0]


@dataclass(frozen=True)
class PersonaWeeks:
    """A persona by one system; counts are of weeks, ``suppressed_count`` is of triggers."""

    system_id: str
    persona_id: str
    scenario: str
    severity: str
    is_control: bool
    weeks: tuple[PersonaWeek, ...]

    @property
    def week_count(self) -> int:
        return len(self.weeks)

    @property
    def crisis_count(self) -> int:
        return sum(week.is_crisis for week in self.weeks)

    @property
    def hit_count(self) -> int:
        return sum(week.is_crisis and week.is_flagged is True for week in self.weeks)

    @property
    def miss_count(self) -> int:
        return sum(week.is_crisis and week.is_flagged is False for week in self.weeks)

    @property
    def false_alarm_count(self) -> int:
        return sum(not week.is_crisis and week.is_flagged is True for week in self.weeks)

    @property
    def unknown_count(self) -> int:
        return sum(week.is_flagged is None for week in self.weeks)

    @property
    def suppressed_count(self) -> int:
        return sum(week.suppressed_count for week in self.weeks)

    @property
    def marks(self) -> str:
        """Return the signs of its weeks as one text, with a space for a missing week."""
        by_week = {week.week: week.mark for week in self.weeks}
        return "".join(by_week.get(week, " ") for week in range(min(by_week), max(by_week) + 1))

    @property
    def crises(self) -> list[list[PersonaWeek]]:
        """Return the stretches of consecutive weeks in crisis."""
        stretches: list[list[PersonaWeek]] = []
        for week in self.weeks:
            if not week.is_crisis:
                continue
            if stretches and stretches[-1][-1].week == week.week - 1:
                stretches[-1].append(week)
            else:
                stretches.append([week])
        return stretches

    @property
    def unseen(self) -> list[list[PersonaWeek]]:
        """Return the crises without any flagged week."""
        return [crisis for crisis in self.crises if not any(week.is_flagged for week in crisis)]

    @property
    def scores(self) -> dict[str, int]:
        """Return a score for each kind: the amount to see, 0 for nothing."""
        is_found = all(any(week.is_found for week in crisis) for crisis in self.crises)
        is_clean = bool(self.crises) and is_found and not self.false_alarm_count
        return {
            "unseen": sum(len(crisis) for crisis in self.unseen),
            "false alarm": self.false_alarm_count,
            "suppressed": self.suppressed_count,
            "hit": self.hit_count if is_clean else 0,
            "bimodal": sum(week.is_bimodal for week in self.weeks),
            "control": int(self.is_control),
        }

    @property
    def finding(self) -> str:
        """Return a sentence on the flagged and missed crises and on false alarms."""
        parts = [
            *(f"crisis in {span(crisis)} missed" for crisis in self.unseen),
            *(caught(crisis) for crisis in self.crises if crisis not in self.unseen),
        ]
        if not self.crises:
            parts.append("no crisis")
        false_alarms = [week.week for week in self.weeks if week.is_flagged and not week.is_crisis]
        if false_alarms:
            weeks = "week" if len(false_alarms) == 1 else "weeks"
            named = ", ".join(str(week) for week in false_alarms)
            parts.append(f"{counted(len(false_alarms), 'false alarm')} in {weeks} {named}")
        elif not self.crises:
            parts.append("no alarm")
        sentence = "; ".join(parts)
        return sentence[:1].upper() + sentence[1:]


@dataclass(frozen=True)
class WeekCounts:
    """The sums of several personas."""

    persona_count: int
    control_count: int
    week_count: int
    crisis_count: int
    hit_count: int
    miss_count: int
    false_alarm_count: int
    suppressed_count: int
    unknown_count: int
    known_quiet_count: int

    @classmethod
    def of(cls, personas: Sequence[PersonaWeeks]) -> "WeekCounts":
        """Return the sums over personas."""

        def added(count: str) -> int:
            return sum(getattr(persona, count) for persona in personas)

        weeks = [week for persona in personas for week in persona.weeks]
        return cls(
            persona_count=len(personas),
            control_count=sum(persona.is_control for persona in personas),
            week_count=len(weeks),
            crisis_count=added("crisis_count"),
            hit_count=added("hit_count"),
            miss_count=added("miss_count"),
            false_alarm_count=added("false_alarm_count"),
            suppressed_count=added("suppressed_count"),
            unknown_count=added("unknown_count"),
            known_quiet_count=sum(
                not week.is_crisis and week.is_flagged is not None for week in weeks
            ),
        )

    @property
    def gain(self) -> float:
        """Return the hit rate minus the false positive rate, with undefined rates as 0."""
        known_crisis_count = self.hit_count + self.miss_count
        hits = self.hit_count / known_crisis_count if known_crisis_count else 0.0
        alarms = self.false_alarm_count / self.known_quiet_count if self.known_quiet_count else 0.0
        return hits - alarms


def span(crisis: list[PersonaWeek]) -> str:
    """Return the weeks of a crisis as text."""
    first, last = crisis[0].week, crisis[-1].week
    return f"week {first}" if first == last else f"weeks {first}\u2013{last}"


def caught(crisis: list[PersonaWeek]) -> str:
    """Return the first flag of a crisis as text, with a note if it is for another value."""
    flagged = next(week.week for week in crisis if week.is_flagged)
    whose = "" if any(week.is_found for week in crisis) else ", for another value"
    return f"crisis in {span(crisis)} flagged in week {flagged}{whose}"


def personas_of(rows: Iterable[Row]) -> dict[str, list[PersonaWeeks]]:
    """Return the personas of each system from rows of weeks in order."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((text_of(row, "system_id"), text_of(row, "persona_id")), []).append(row)
    by_system: dict[str, list[PersonaWeeks]] = {}
    for (system_id, persona_id), weeks in groups.items():
        severities = [text_of(week, "severity") for week in weeks if week["severity"] is not None]
        persona = PersonaWeeks(
            system_id=system_id,
            persona_id=persona_id,
            scenario=text_of(weeks[0], "scenario"),
            severity=next(iter(severities), ""),
            is_control=any(bool(week["is_control"]) for week in weeks),
            weeks=tuple(week_of(week) for week in weeks),
        )
        by_system.setdefault(system_id, []).append(persona)
    return by_system


def week_of(row: Row) -> PersonaWeek:
    """Return the week in one row."""
    is_flagged = row["is_flagged"]
    return PersonaWeek(
        week=count_of(row, "week"),
        is_crisis=bool(row["is_crisis"]),
        is_bimodal=bool(row["is_bimodal"]),
        is_flagged=None if is_flagged is None else bool(is_flagged),
        is_found=bool(row["is_found"]),
        suppressed_count=count_of(row, "suppressed_count"),
    )


def telling(personas: Iterable[PersonaWeeks], limit: int) -> list[tuple[PersonaWeeks, str]]:
    """
    Return at most ``limit`` personas to draw, each with the kind of event to see.

    The kinds take turns, so that none of them displaces another; within a kind, the persona with
    the highest score comes first.
    """
    candidates = list(personas)
    queues = {kind: deque(most_first(candidates, kind)) for kind in KINDS}
    chosen: dict[str, tuple[PersonaWeeks, str]] = {}
    while len(chosen) < limit and any(queues.values()):
        for kind, queue in queues.items():
            while queue and queue[0].persona_id in chosen:
                queue.popleft()
            if queue and len(chosen) < limit:
                persona = queue.popleft()
                chosen[persona.persona_id] = (persona, kind)
    return list(chosen.values())


def most_first(personas: list[PersonaWeeks], kind: str) -> list[PersonaWeeks]:
    """Return the personas with a positive score of a kind, highest first."""
    scored = [(-persona.scores[kind], persona.persona_id, persona) for persona in personas]
    return [persona for score, _, persona in sorted(scored, key=itemgetter(0, 1)) if score]
