-- Whether runs have answers that are judged or expected, and weeks that a critic reads.
--
-- Parameters: first_run_id, last_run_id (of a range).
--
-- grain: run_id

with answered_runs as (
    select distinct run_id
    from facts.scored
    where run_id between $first_run_id and $last_run_id
),

read_runs as (
    select distinct run_id
    from facts.alignments
    where run_id between $first_run_id and $last_run_id
)

select
    runs.run_id,
    answered_runs.run_id is not null as has_answers,
    read_runs.run_id is not null as has_readings
from facts.runs
left join answered_runs using (run_id)
left join read_runs using (run_id)
where runs.run_id between $first_run_id and $last_run_id
order by runs.run_id
