-- What stands among the images and the content of messages or turns, in their order.
--
-- Parameters: parts.

select
    concat(
        flatten(transform(coalesce(parts, array()), part -> coalesce(part.images, array()))),
        flatten(transform(coalesce(parts, array()), part -> coalesce(part.content, array())))
    ) as image_entries
from arguments
