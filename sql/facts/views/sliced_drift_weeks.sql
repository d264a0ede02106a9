-- Each persona's week of facts.drift_weeks once per slice, by its values and by its profile.
--
-- Slices: all=all, severity (of crisis weeks), and every attribute of the week by its own name but
-- persona_id; names that are slices elsewhere, or begin with `attribute.`, are attribute.NAME.
-- is_flagged is that of the values (variant `by=value`) or of the profile (`by=profile`, where the
-- run looked at it).
--
-- grain: run_id, system_id, persona_id, week, slice_name, slice_value, variant
-- for: metrics

create or replace view facts.sliced_drift_weeks as

with flagged_weeks as not materialized (
    select
        run_id,
        system_id,
        persona_id,
        week,
        case_id,
        'by=value' as variant,
        severity,
        status,
        has_triggers,
        is_first_week,
        is_crisis,
        has_unseen_acts,
        is_flagged
    from facts.drift_weeks
    union all
    select
        run_id,
        system_id,
        persona_id,
        week,
        case_id,
        'by=profile' as variant,
        severity,
        status,
        has_triggers,
        is_first_week,
        is_crisis,
        has_unseen_acts,
        is_profile_flagged as is_flagged
    from facts.drift_weeks
    where has_profile
),

attribute_slices as (
    select
        run_id,
        case_id,
        value as slice_value,
        case
            when
                name in ('all', 'domain', 'label', 'canary', 'severity')
                or starts_with(name, 'attribute.')
                then 'attribute.' || name
            else name
        end as slice_name
    from facts.case_attributes
    where name <> 'persona_id'
)

select
    'all' as slice_name,
    'all' as slice_value,
    flagged_weeks.*
from flagged_weeks
union all
select
    'severity' as slice_name,
    severity as slice_value,
    flagged_weeks.*
from flagged_weeks
where severity is not null
union all
select
    attribute_slices.slice_name,
    attribute_slices.slice_value,
    flagged_weeks.*
from flagged_weeks
inner join attribute_slices using (run_id, case_id)
-- True of every row. Said one by one, the database sees from a filter on either of these that
-- this branch has nothing for it, and does not read it.
where
    attribute_slices.slice_name <> 'all'
    and attribute_slices.slice_name <> 'severity';
