-- Why there is nothing to hold a reported figure against; no row where there is.
--
-- grain: run_id, event_id

create or replace view facts.figure_obstacles as

with judged_scorers as (
    select distinct
        run_id,
        system_id,
        validator_id
    from facts.verdicts
),

held_attempts as (
    select
        run_id,
        system_id,
        count(*) as attempt_count,
        count(*) filter (where status != 'error') as completed_count
    from facts.responses
    group by run_id, system_id
),

known_metrics as (
    select unnest(['accuracy', 'mean', 'std', 'var', 'stderr']) as measure
),

figures as (
    select
        *,
        if(metric = 'grouped', json_extract_string(params, '$.metric.name'), metric) as measure,
        case
            when metric = 'grouped' and json_extract_string(params, '$.all') = 'groups'
                then group_name = coalesce(json_extract_string(params, '$.all_label'), 'all')
        end as is_mean_of_groups,
        regexp_matches(reducer, '^(at_least|pass_at|pass_k)_\d+$') as has_threshold
    from facts.reported_figures
),

held_against as (
    select
        figures.*,
        coalesce(held_attempts.attempt_count, 0) as attempt_count,
        coalesce(held_attempts.completed_count, 0) as held_count,
        judged_scorers.validator_id is not null as is_judged,
        known_metrics.measure is not null
        and (figures.metric = 'grouped' or figures.group_name is null) as is_known,
        matched_figures.event_id is not null as is_computed,
        coalesce(matched_figures.is_equal, false) as is_equal,
        matched_figures.highest_value not in (0, 1) as has_parts
    from figures
    left join held_attempts using (run_id, system_id)
    left join judged_scorers using (run_id, system_id, validator_id)
    left join known_metrics using (measure)
    left join facts.matched_figures using (run_id, event_id)
),

obstacles as (
    select
        run_id,
        event_id,
        case
            when is_mean_of_groups then 'evalstore gives no mean of the figures of groups'
            when is_equal then null
            when value is null then 'no number is reported'
            when starts_with(metric, 'bootstrap_')
                then 'it rests on random draws, which nobody can draw again'
            when not is_known then format('evalstore does not compute {}', measure)
            when attempt_count = 0 then 'the log holds no samples'
            when held_count < completed_count
                then
                    format(
                        'the log holds {} of the {} attempts it is of', held_count, completed_count
                    )
            when not is_judged then format('the log holds no verdict of {}', validator_id)
            when not is_computed and group_name is not null
                then format('no case with a value is in group {}', group_name)
            when not is_computed
                then format('reducer {} gives no value here', coalesce(reducer, 'mean'))
            when has_threshold and has_parts
                then 'the log does not say its reducer''s threshold, and not all scores are 0 or 1'
        end as obstacle
    from held_against
)

select
    run_id,
    event_id,
    obstacle
from obstacles
where obstacle is not null;
