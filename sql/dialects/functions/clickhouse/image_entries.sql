-- What stands among the images and the content of messages or turns, in their order.
--
-- Parameters: payload, field.

select
    arrayConcat(
        arrayFlatten(
            arrayMap(
                part -> JSONExtractArrayRaw(part, 'images'),
                JSONExtractArrayRaw(coalesce(payload, ''), field)
            )
        ),
        arrayFlatten(
            arrayMap(
                part -> JSONExtractArrayRaw(part, 'content'),
                JSONExtractArrayRaw(coalesce(payload, ''), field)
            )
        )
    ) as image_entries
from arguments
