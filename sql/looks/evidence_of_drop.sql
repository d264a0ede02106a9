-- The largest logarithm of the evidence of a drop, and of a rise, after any of some pairs.
--
-- Parameters: drops, in the order drawn: how much worse the run is on each case, -1, 0 or 1.
--
-- grain: none, one row

with pairs as (
    select unnest(range(len($drops::double[]))) as place, unnest($drops::double[]) as drop_size
),

counted_pairs as (
    select
        count(*) filter (where drop_size > 0) over looks as losses,
        count(*) filter (where drop_size < 0) over looks as wins
    from pairs
    window looks as (order by place)
)

select
    max(macros.log_evidence_of_drop(losses, wins)) as log_evidence_above,
    max(macros.log_evidence_of_drop(wins, losses)) as log_evidence_below
from counted_pairs
