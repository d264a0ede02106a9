-- The images that the payload of a case or a response names, in their order, as JSON.
--
-- Parameters: payload.

select
    (
        select json_agg(parts.entry::json order by parts.kind, parts.number)
        from (
            select 1 as kind, found.number, found.entry
            from
                jsonb_path_query(payload::jsonb, '$.images[*]')
                with ordinality as found (entry, number)
            union all
            select 2 as kind, found.number, found.entry
            from
                jsonb_path_query(payload::jsonb, '$.messages[*].images[*]')
                with ordinality as found (entry, number)
            union all
            select 3 as kind, found.number, found.entry
            from
                jsonb_path_query(payload::jsonb, '$.messages[*].content[*]')
                with ordinality as found (entry, number)
            union all
            select 4 as kind, found.number, found.entry
            from
                jsonb_path_query(payload::jsonb, '$.turns[*].images[*]')
                with ordinality as found (entry, number)
            union all
            select 5 as kind, found.number, found.entry
            from
                jsonb_path_query(payload::jsonb, '$.turns[*].content[*]')
                with ordinality as found (entry, number)
        ) as parts
        where
            jsonb_typeof(parts.entry) = 'object'
            and (parts.entry ->> 'sha256') ~ '^[0-9a-f]{64}$'
            and (parts.entry ->> 'media_type')
            in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')
            and jsonb_typeof(parts.entry -> 'byte_count') = 'number'
            and (parts.entry ->> 'byte_count') ~ '^[1-9][0-9]*$'
            and coalesce(jsonb_typeof(parts.entry -> 'description'), 'null') in ('null', 'string')
    ) as named_images
from arguments
