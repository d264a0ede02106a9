-- The images that the payload of a case or a response names, in their order, as JSON.
--
-- Parameters: payload.

select
    arrayFilter(
        entry -> match(JSONExtractString(entry, 'sha256'), '^[0-9a-f]{64}$')
        and JSONExtractString(entry, 'media_type')
        in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')
        and JSONType(entry, 'byte_count') in ('Int64', 'UInt64')
        and JSONExtractInt(entry, 'byte_count') > 0
        and JSONType(entry, 'description') in ('Null', 'String'),
        arrayConcat(
            JSONExtractArrayRaw(coalesce(payload, ''), 'images'),
            image_entries(payload, 'messages'),
            image_entries(payload, 'turns')
        )
    ) as named_images
from arguments
