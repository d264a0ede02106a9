-- One run's readings by tenths of their uncertainty, for every system, and how far off they are.
--
-- Readings of the same uncertainty stay together, so a tenth may be missing. Readings of weeks
-- whose signals conflict are one group of their own, without a tenth.

with readings as (
    select
        system_id,
        uncertainty,
        alignment_error,
        coalesce(is_bimodal, false) as is_bimodal
    from facts.sliced_readings
    where
        run_id = $run_id
        and slice_name = $slice_name
        and slice_value = $slice_value
        and uncertainty is not null
        and alignment_error is not null
),

ranked_readings as (
    select
        system_id,
        uncertainty,
        alignment_error,
        is_bimodal,
        case
            when not is_bimodal
                then
                    (10 * (rank() over kinds - 1)) // count(*) over (
                        partition by system_id, is_bimodal
                    )
        end as tenth
    from readings
    window kinds as (partition by system_id, is_bimodal order by uncertainty)
)

select
    system_id,
    tenth,
    is_bimodal,
    count(*) as reading_count,
    avg(uncertainty) as mean_uncertainty,
    avg(alignment_error) as mean_error,
    stddev_samp(alignment_error) / sqrt(count(*)) as standard_error
from ranked_readings
group by system_id, tenth, is_bimodal
order by system_id, is_bimodal, tenth
