-- What each case adds to a metric: the mean over those of its attempts that have a value.
--
-- attempt_count says how many they are. The metric's own attempt_values stand in a file of
-- sql/paired/values.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, case_id

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, case_id,
    is_primary_validator,
    any_value(cluster_id) as cluster_id,
    any_value(session_id) as session_id,
    count(value) as attempt_count,
    avg(value) as value
from attempt_values
where value is not null
group by
    run_id, system_id, validator_id, slice_name, slice_value, variant, case_id,
    is_primary_validator
