-- The attempts of some runs: those that were judged, that a label judges, or with a response.
--
-- An attempt has up to three rows. is_shown is True for the verdict that represents its case.
--
-- Parameters: run_ids.

create or replace temp table grid_attempts as

with attempts as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        represents_case and is_primary_validator as is_shown
    from facts.scored
    union all
    select
        run_id,
        system_id,
        case_id,
        attempt,
        false as is_shown
    from facts.unjudged
    union all
    select
        run_id,
        system_id,
        case_id,
        attempt,
        false as is_shown
    from facts.responses
)

select *
from attempts
where list_contains($run_ids::varchar[], run_id)
