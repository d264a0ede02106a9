-- The images that the events of a segment name, each object with a hash and a media type.
--
-- grain: position, sha256

with texts as (
    select
        position,
        payload::varchar as payload
    from segment_leaves
    where
        kind in ('case_generated', 'response_recorded')
        and contains(payload::varchar, '"media_type"')
)

select distinct
    position,
    nodes.value ->> '$.sha256' as sha256,
    nodes.value ->> '$.media_type' as media_type
from texts, json_tree(texts.payload) as nodes
where
    nodes.type = 'OBJECT'
    and regexp_full_match(nodes.value ->> '$.sha256', '[0-9a-f]{64}')
    and (nodes.value ->> '$.byte_count') is not null
order by position;
