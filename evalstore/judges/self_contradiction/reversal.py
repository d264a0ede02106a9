"""Reversals among the turns of a conversation, and turns that leave open if there is one."""

from collections.abc import Sequence
from dataclasses import dataclass

from evalstore.judges.self_contradiction.position import Position


@dataclass(frozen=True, slots=True)
class ReadTurn:
    """
    A turn by its number, from 1: its position, and the words that acknowledge a change.

    ``empty_change`` are the words by which it leaves the position before while it takes the same.
    """

    number: int
    position: Position
    cue: str | None
    empty_change: str | None = None


@dataclass(frozen=True, slots=True)
class Reversal:
    """Two turns of opposite positions, and the words that acknowledge it, None for none."""

    earlier: ReadTurn
    later: ReadTurn
    cue: str | None


def reversals(turns: Sequence[ReadTurn]) -> list[Reversal]:
    """
    Return the reversals, in the order of their later turns.

    A turn is compared with the last one before it that takes a position: if any two turns are
    opposite, such a pair between them is, too. An acknowledgement in a turn between counts.
    """
    found: list[Reversal] = []
    held: ReadTurn | None = None
    cue: str | None = None
    for turn in turns:
        cue = cue or turn.cue
        if not turn.position.is_determined:
            continue
        if held is not None and held.position.value != turn.position.value:
            found.append(Reversal(held, turn, cue))
        held, cue = turn, None
    return found


def open_turns(turns: Sequence[ReadTurn]) -> list[ReadTurn]:
    """
    Return the turns without a position that may hide a reversal.

    Between a turn and one that acknowledges a change, or any later one, there is none that
    nothing acknowledges.
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
