-- The images that the payload of a case or a response names, in their order, as JSON.
--
-- Parameters: payload.

select
    filter(
        concat(
            coalesce(from_json(payload, 'images array<string>').images, array()),
            image_entries(
                from_json(
                    payload,
                    'messages array<struct<images: array<string>, content: array<string>>>'
                ).messages
            ),
            image_entries(
                from_json(
                    payload,
                    'turns array<struct<images: array<string>, content: array<string>>>'
                ).turns
            )
        ),
        entry -> rlike(get_json_object(entry, '$.sha256'), '^[0-9a-f]{64}$')
        and get_json_object(entry, '$.media_type')
        in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')
        -- What is written as a text or with a fraction is null there.
        and from_json(entry, 'byte_count bigint').byte_count > 0
        and (
            get_json_object(entry, '$.description') is null
            or contains(entry, '"description":"')
        )
    ) as named_images
from arguments
