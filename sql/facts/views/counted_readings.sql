-- Each reading of a critic once per slice, as the metrics of critics count it.
--
-- case_id is that of the persona's week, item the value dimension. reason is null where alignment
-- and true class are known, unpaired_reason where the uncertainty is as well.
--
-- grain: run_id, system_id, case_id, item, slice_name, slice_value
-- for: metrics

create or replace view facts.counted_readings as

with readings as (
    select
        sliced_readings.*,
        case
            when is_missing then 'missing'
            when alignment is null then 'alignment beyond -1 to 1'
            when alignment_truth is null then 'no true class'
        end as reason
    from facts.sliced_readings
)

select
    readings.run_id, readings.system_id, persona_weeks.case_id, readings.value_dim as item,
    readings.slice_name, readings.slice_value,
    readings.is_missing,
    readings.alignment_class = readings.alignment_truth as is_right,
    readings.alignment_error,
    readings.alignment_error <= macros.uncertainties() * readings.uncertainty as is_covered,
    readings.alignment_truth,
    readings.reason,
    case
        when readings.reason is null and readings.uncertainty is null then 'no uncertainty'
        else readings.reason
    end as unpaired_reason
from readings
left join facts.persona_weeks using (run_id, persona_id, week);
