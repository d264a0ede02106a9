-- A text without percent-encoding; Spark's own function takes a plus for a blank.
--
-- Parameters: encoded.

select try_url_decode(replace(encoded, '+', '%2B')) as url_decode
from arguments
