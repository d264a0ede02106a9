"""What stays possible for somebody who may write the store, as docs/promises.md states it."""

import shutil

from evalstore.store.connections import exclusive
from evalstore.store.facts.rebuild import rebuild
from evalstore.store.log import inbox
from evalstore.store.log.fold import fold_locked
from evalstore.store.verify.verify import verify

DECISION = {"gate_id": "g", "metric": "accuracy", "decision": "pass", "reason": "said so"}


def test_events_after_the_last_kept_checkpoint_can_be_exchanged(small, lines, tmp_path):
    """A log that was cut and went on otherwise holds; only a checkpoint of the old end tells."""
    root = small.layout.root
    early, late = (shutil.copy(root / "checkpoints" / f"{n}.json", tmp_path) for n in (3, 8))
    for folder in ("segments", "checkpoints"):
        for path in sorted((root / folder).iterdir())[0 if folder == "checkpoints" else 1 :]:
            if path.name != "3.json":
                path.unlink()
    rebuild(small.layout)
    small.add(lines.case("c7"), lines.case("c8"), lines.case("c9"))

    assert [] == verify(small.layout).findings
    assert [] == verify(small.layout, tmp_path / early).findings
    assert not verify(small.layout, tmp_path / late).holds


def test_who_runs_code_in_the_store_makes_own_decisions(small, lines, tmp_path):
    """Own is what the folding process says; a checkpoint from before does not tell."""
    kept = shutil.copy(small.layout.checkpoints / "8.json", tmp_path)
    small.accept(lines.line("gate_evaluated", DECISION, source="evalstore:gate"))
    with exclusive(small.layout):
        fold_locked(small.layout, own_files=inbox.names(small.layout))

    assert [False] == small.column("select is_foreign from facts.gates")
    assert [] == verify(small.layout, tmp_path / kept).findings


def test_events_that_wait_can_vanish(small, lines):
    """What was accepted and not folded is in no tree."""
    name = small.accept(lines.case("c9"))
    (small.layout.inbox / name).unlink()

    assert [] == verify(small.layout).findings
