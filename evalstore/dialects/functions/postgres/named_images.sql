-- The images that the payload of a case or a response names, in their order, as JSON.
--
-- Parameters: payload.

select
    (
        select json_agg(parts.entry::json order by parts.kind, parts.number)
        from (
            select places.kind, found.number, found.entry
            from
                unnest(array[
                    '$.images[*]', '$.messages[*].images[*]', '$.messages[*].content[*]',
                    '$.turns[*].images[*]', '$.turns[*].content[*]'
                ]) with ordinality as places (path, kind)
            cross join
                lateral
                jsonb_path_query(payload::jsonb, places.path::jsonpath)
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
