-- Each reading of a critic once per slice it belongs to.
--
-- Slices: all=all, value_dim, severity (of crisis weeks), is_bimodal (true, false: whether the
-- signals about this value conflict in the week), and every attribute of the case by its own name;
-- one that is named like one of those four, or begins with `attribute.`, is attribute.NAME.
-- persona_id and week name the case itself and are no slices. A filter on slice_name prunes the
-- branches it does not need.
--
-- grain: run_id, system_id, persona_id, week, value_dim, slice_name, slice_value
-- for: metrics

create or replace view facts.sliced_readings as

with personas as (
    select
        run_id,
        case_id,
        value as persona_id
    from facts.case_attributes
    where name = 'persona_id'
),

weeks as (
    select
        run_id,
        case_id,
        try_cast(value as integer) as week
    from facts.case_attributes
    where name = 'week'
),

attributes as (
    select
        run_id,
        case_id,
        value as slice_value,
        case
            when
                name in ('all', 'value_dim', 'severity', 'is_bimodal')
                or starts_with(name, 'attribute.')
                then 'attribute.' || name
            else name
        end as slice_name
    from facts.case_attributes
    where name <> 'persona_id' and name <> 'week'
),

-- A persona's week is one case; were it two, its readings would be counted twice.
attribute_slices as (
    select distinct
        personas.run_id,
        personas.persona_id,
        weeks.week,
        attributes.slice_name,
        attributes.slice_value
    from personas
    inner join weeks using (run_id, case_id)
    inner join attributes using (run_id, case_id)
)

select
    'all' as slice_name,
    'all' as slice_value,
    readings.* -- noqa: AM04
from facts.readings
union all
select
    'value_dim' as slice_name,
    value_dim as slice_value,
    readings.*
from facts.readings
where value_dim is not null
union all
select
    'severity' as slice_name,
    severity as slice_value,
    readings.*
from facts.readings
where severity is not null
union all
select
    'is_bimodal' as slice_name,
    case when is_bimodal then 'true' else 'false' end as slice_value,
    readings.*
from facts.readings
where is_bimodal is not null
union all
select
    attribute_slices.slice_name,
    attribute_slices.slice_value,
    readings.*
from facts.readings
inner join attribute_slices using (run_id, persona_id, week)
-- True of every row. Said one by one, and not as `not in`, the database sees from a filter on
-- any of these four that this branch has nothing for it, and does not read it.
where
    attribute_slices.slice_name <> 'all'
    and attribute_slices.slice_name <> 'value_dim'
    and attribute_slices.slice_name <> 'severity'
    and attribute_slices.slice_name <> 'is_bimodal';
