-- The attributes and tags of each case, one row per name and value.
--
-- grain: run_id, case_id, name, value

with described_cases as (
    select
        run_id,
        json_extract_string(payload, '$.case_id') as case_id,
        json_extract(payload, '$.attributes') as attributes,
        from_json(payload, '{"tags": ["VARCHAR"]}').tags as tags
    from current_events
    where kind = 'case_generated'
),

attribute_names as (
    select
        run_id,
        case_id,
        attributes,
        unnest(json_keys(attributes)) as name
    from described_cases
    where json_type(attributes) = 'OBJECT'
),

-- A map looks a name up as it stands; as a JSON path it would need its quotes escaped.
attribute_maps as (
    select
        run_id,
        case_id,
        name,
        from_json(attributes, '"MAP(VARCHAR, VARCHAR)"')[name] as value
    from attribute_names
)

select
    run_id,
    case_id,
    name::varchar as name,
    value::varchar as value
from attribute_maps
where value is not null
union
select
    run_id,
    case_id,
    'tag' as name,
    unnest(tags)::varchar as value
from described_cases
