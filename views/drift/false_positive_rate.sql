-- False positive rate: the share of quiet weeks of a persona that were flagged.
--
-- A week is flagged where a trigger fired and uncertainty did not hold it back: for one of the
-- persona's values (by=value), or for its weighted profile (by=profile, where the run looked at
-- it). Only weeks whose flag is known count. missing_count holds quiet weeks whose response never
-- came or could not be parsed, error_count those lost to an error, unscored_count the rest:
-- without a reading, a persona's first week, which no crash can mark, or readings that no trigger
-- was applied to: `evalstore drift detect` does that. The interval knows that the weeks of a
-- persona depend on each other; it is null for a single persona.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- unit: share of quiet weeks
-- range: 0 to 1
-- better: lower
-- default: by=value
-- source: flagged quiet weeks / quiet weeks with a known flag; Student's t on the error of a ratio
--     over personas (Cochran 1977)
-- parameters: by=value: any value of the persona; by=profile: its weighted profile
-- slice: scenario
-- section: drift/detecting, 2
-- label: by=value: false positive rate of quiet weeks; by=profile: false positive rate by the
--     profile
-- empty: no_persona_week, no_response, no_reading, no_trigger, no_flag_known, no_quiet_week
-- counts: facts.counted_drift_weeks where not is_crisis
-- numerator: case when is_flagged then 1 else 0 end

create or replace view metrics.false_positive_rate as

select
    run_id, system_id, slice_name, slice_value, variant,
    scored_count, missing_count, error_count, unscored_count,
    flagged_count / nullif(scored_count, 0) as false_positive_rate,
    macros.clustered_low(
        flagged_count / nullif(scored_count, 0), standard_error, persona_count
    ) as ci_low,
    macros.clustered_high(
        flagged_count / nullif(scored_count, 0), standard_error, persona_count
    ) as ci_high,
    unseen_share
from facts.drift_week_counts
where not is_crisis;
