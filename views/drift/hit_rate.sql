-- Hit rate: the share of weeks in which a persona was in crisis that were flagged.
--
-- A week is flagged where a trigger fired and uncertainty did not hold it back: for one of the
-- persona's values (by=value), or for its weighted profile (by=profile, where the run looked at
-- it). Only weeks whose flag is known count. missing_count holds crisis weeks whose response
-- never came or could not be parsed, error_count those lost to an error, unscored_count the rest:
-- without a reading of a value in crisis, a persona's first week, which no crash can mark, or
-- readings that no trigger was applied to: `evalstore drift detect` does that. The interval knows
-- that the weeks of a persona depend on each other; it is null for a single persona.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- unit: share of crisis weeks
-- range: 0 to 1
-- better: higher
-- default: by=value
-- source: flagged crisis weeks / crisis weeks with a known flag; Student's t on the error of a
--     ratio over personas (Cochran 1977)
-- parameters: by=value: any value of the persona; by=profile: its weighted profile
-- slice: severity
-- section: drift/detecting, 1
-- label: by=value: hit rate of crisis weeks; by=profile: hit rate by the weighted profile
-- empty: no_persona_week, no_response, no_reading, no_trigger, no_flag_known, no_crisis
-- counts: facts.counted_drift_weeks where is_crisis
-- rightness: of some cases
-- numerator: case when is_flagged then 1 else 0 end

create or replace view metrics.hit_rate as

select
    run_id, system_id, slice_name, slice_value, variant,
    scored_count, missing_count, error_count, unscored_count,
    flagged_count / nullif(scored_count, 0) as hit_rate,
    macros.clustered_low(
        flagged_count / nullif(scored_count, 0), standard_error, persona_count
    ) as ci_low,
    macros.clustered_high(
        flagged_count / nullif(scored_count, 0), standard_error, persona_count
    ) as ci_high,
    unseen_share
from facts.drift_week_counts
where is_crisis;
