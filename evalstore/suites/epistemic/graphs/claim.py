"""Claims: statements that may be true, false or unknown."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Claim:
    """Subject, predicate and object, as the terms of a graph (see ``terms``)."""

    subject: str
    predicate: str
    object: str

    def as_record(self) -> dict[str, str]:
        """Return the claim as context cards write it."""
        return {"subj": self.subject, "pred": self.predicate, "obj": self.object}
