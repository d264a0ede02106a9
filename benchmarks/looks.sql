-- Evidence of every number of losses and wins of up to so many pairs.
--
-- Parameters: most.
--
-- grain: losses, wins

select
    losses.losses,
    wins.wins,
    macros.log_evidence_of_difference(losses.losses, wins.wins) as difference,
    macros.log_evidence_of_drop(losses.losses, wins.wins) as drop_evidence
from range($most + 1) as losses (losses)
inner join range($most + 1) as wins (wins) on losses.losses + wins.wins <= $most;
