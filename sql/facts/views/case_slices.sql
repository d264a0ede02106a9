-- The slices that each declared case belongs to.
--
-- Slices: all=all, domain, label, canary (true, false), severity, and every attribute of the
-- case by its own name; an attribute named like one of those five, or like a slice of attempts
-- (facts.sliced_attempts), is the slice attribute.NAME. So is one that begins with `attribute.`,
-- as attribute.attribute.NAME: no two attributes share a slice.
--
-- grain: run_id, case_id, slice_name, slice_value
-- for: metrics

create or replace view facts.case_slices as

select
    run_id,
    case_id,
    'all' as slice_name,
    'all' as slice_value
from facts.cases
union all
select
    run_id,
    case_id,
    'domain' as slice_name,
    domain as slice_value
from facts.cases
where domain is not null
union all
select
    run_id,
    case_id,
    'label' as slice_name,
    label as slice_value
from facts.cases
where label is not null
union all
select
    run_id,
    case_id,
    'canary' as slice_name,
    case when is_canary then 'true' else 'false' end as slice_value
from facts.cases
union all
select
    run_id,
    case_id,
    'severity' as slice_name,
    severity as slice_value
from facts.cases
where severity is not null
union all
select
    run_id,
    case_id,
    case
        when
            name in (
                'all', 'domain', 'label', 'canary', 'severity',
                'called_tool', 'tool_errors', 'tokens_used', 'cost_usd'
            )
            or starts_with(name, 'attribute.')
            then 'attribute.' || name
        else name
    end as slice_name,
    value as slice_value
from facts.case_attributes;
