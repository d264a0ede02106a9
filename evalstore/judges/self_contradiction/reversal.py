"""Reversals among the turns of a conversation, and turns that may hide one."""

from collections.abc import Sequence
from dataclasses import dataclass

from evalstore.judges.self_contradiction.position import Position


@dataclass(frozen=True, slots=True)
class ReadTurn:
    """
    A turn by its number, from 1: its position, and the words that acknowledge a change.

    ``empty_change`` are the words that reject the earlier position in a turn that takes the same
    position again.
    """

    number: int
    position: Position
    cue: str | None
    empty_change: str | None = None


@dataclass(frozen=True, slots=True)
class Reversal:
    """Two turns of opposite positions; ``cue`` are the acknowledging words, or None."""

    earlier: ReadTurn
    later: ReadTurn
    cue: str | None


def reversals(turns: Sequence[ReadTurn]) -> list[Reversal]:
    """
    Return the reversals, in the order of their later turns.

    Each turn is compared with the previous one that takes a position: if any two turns are
    opposite, some such pair between them is opposite as well. An acknowledgement in a turn between
    counts.
    """
    result: list[Reversal] = []
    held: ReadTurn | None = None
    cue: str | None = None
    for turn in turns:
        cue = cue or turn.cue
        if not turn.position.is_determined:
            continue
        if held is not None and held.position.value != turn.position.value:
            result.append(Reversal(held, turn, cue))
        held, cue = turn, None
    return result


def open_turns(turns: Sequence[ReadTurn]) -> list[ReadTurn]:
    """
    Return the turns without a position that may hide an unacknowledged reversal.

    A reversal at the turn cannot be unacknowledged if both it and the next turn acknowledge a
    change; the first turn needs no acknowledgement, and the last has no next turn.
    """
    last = len(turns) - 1
    return [
        turn
        for place, turn in enumerate(turns)
        if not turn.position.is_determined
        and not (
            (place == 0 or turn.cue is not None)
            and (place == last or turns[place + 1].cue is not None)
        )
    ]
