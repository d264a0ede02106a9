-- What the numbers of one run counted, and what they left out, for which reason.
--
-- grain: set_id, case_id, attempt, reason

create or replace temp table page_counted as

select
    page_sets.set_id,
    selected_counted.system_id,
    selected_counted.case_id,
    selected_counted.attempt,
    selected_counted.reason
from selected_counted
inner join page_sets
    on
        selected_counted.metric = page_sets.metric
        and coalesce(selected_counted.system_id, '') = page_sets.system_id
        and selected_counted.validator_id = page_sets.validator_id
        and selected_counted.variant = page_sets.variant
        and selected_counted.slice_name = page_sets.slice_name
        and selected_counted.slice_value = page_sets.slice_value
where
    selected_counted.run_id = $run_id
    and list_contains($known_slice_names::varchar[], selected_counted.slice_name)
