-- A text without percent-encoding.
--
-- Parameters: encoded.

select decodeURLComponent(encoded) as url_decode
from arguments
