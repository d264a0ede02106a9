-- Each persona's week once per slice, as the rates of flagged weeks count it.
--
-- reason is null where the flag is known.
--
-- grain: run_id, system_id, case_id, slice_name, slice_value, variant
-- for: metrics

create or replace view facts.counted_drift_weeks as

select
    run_id, system_id, case_id, slice_name, slice_value, variant,
    is_crisis,
    is_flagged,
    is_flagged is null and status in ('missing', 'unparsable') as is_missing,
    case when is_flagged is null then macros.unflagged_reason(
        status, has_triggers, is_first_week
    ) end as reason
from facts.sliced_drift_weeks;
