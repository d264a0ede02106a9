-- The images that the payload of a case or a response names, in their order.
--
-- They stand in `images` of the payload, of its messages and turns, and among the parts of their
-- content. What other tools add in other places, of whatever name, is theirs.

create or replace temp macro named_images(payload) as
list_filter(
    flatten([
        json_extract(payload, '$.images[*]'),
        json_extract(payload, '$.messages[*].images[*]'),
        json_extract(payload, '$.messages[*].content[*]'),
        json_extract(payload, '$.turns[*].images[*]'),
        json_extract(payload, '$.turns[*].content[*]')
    ]),
    lambda entry: regexp_full_match(entry ->> '$.sha256', '[0-9a-f]{64}')
    and entry ->> '$.media_type' in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')
    and json_type(entry, '$.byte_count') = 'UBIGINT'
    and try_cast(entry ->> '$.byte_count' as bigint) > 0
    and coalesce(json_type(entry, '$.description'), 'NULL') in ('NULL', 'VARCHAR')
);
