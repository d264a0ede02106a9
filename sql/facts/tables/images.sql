-- The images of cases and responses, one row for each place in which one stands.
--
-- system_id and attempt are null for the images of a case. place counts from 1: first those beside
-- the text, then those of messages or turns in their order. The bytes are a file of the store,
-- attachments/<sha256>, with the ending of its media type.
--
-- grain: run_id, case_id, system_id, attempt, place
-- empty without: case_generated with media_type, response_recorded with media_type

with named_images as (
    select
        run_id,
        payload ->> '$.case_id' as case_id,
        case when kind = 'response_recorded' then payload ->> '$.system_id' end as system_id,
        case
            when kind = 'response_recorded'
                then coalesce((payload ->> '$.attempt')::integer, 1)
        end as attempt,
        named_images(payload) as entries
    from current_events
    where may_name_images(kind, payload)
),

placed_images as (
    select
        run_id,
        case_id,
        system_id,
        attempt,
        unnest(entries) as entry,
        generate_subscripts(entries, 1) as place
    from named_images
)

select
    run_id,
    case_id,
    system_id,
    attempt,
    place::integer as place,
    entry ->> '$.sha256' as sha256,
    entry ->> '$.media_type' as media_type,
    (entry ->> '$.byte_count')::bigint as byte_count,
    entry ->> '$.description' as description
from placed_images
