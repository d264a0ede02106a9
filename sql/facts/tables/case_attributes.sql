-- The attributes, tags and session of each case, one row per name and value.
--
-- A case's session has the name `session`; an attribute of that name is another value of it.
--
-- grain: run_id, case_id, name, value
-- empty without: case_generated with attributes, tags, session_id

with described_cases as (
    select
        run_id,
        from_json(payload, '{
            "case_id": "VARCHAR", "attributes": "JSON", "tags": ["VARCHAR"],
            "session_id": "VARCHAR"
        }') as fields
    from current_events
    where kind = 'case_generated'
),

attribute_entries as (
    select
        run_id,
        fields.case_id,
        unnest(map_entries(from_json(fields.attributes, '"MAP(VARCHAR, VARCHAR)"'))) as entry
    from described_cases
    where json_type(fields.attributes) = 'OBJECT'
),

-- An attribute may be called tag, and a tag may come twice.
tag_entries as (
    select
        run_id,
        fields.case_id,
        unnest(fields.tags) as tag
    from described_cases
    union
    select
        run_id,
        case_id,
        entry.value as tag
    from attribute_entries
    where entry.key = 'tag'
),

-- An attribute may be called session, too.
session_entries as (
    select
        run_id,
        fields.case_id,
        fields.session_id
    from described_cases
    union
    select
        run_id,
        case_id,
        entry.value as session_id
    from attribute_entries
    where entry.key = 'session'
)

select
    run_id,
    case_id,
    entry.key::varchar as name,
    entry.value::varchar as value
from attribute_entries
where entry.key not in ('tag', 'session') and entry.value is not null
union all
select
    run_id,
    case_id,
    'tag' as name,
    tag::varchar as value
from tag_entries
where tag is not null
union all
select
    run_id,
    case_id,
    'session' as name,
    session_id::varchar as value
from session_entries
where session_id is not null
