-- The truth value that a text is, null where it is none.
--
-- Parameters: written.

select case written when 'true' then true when 'false' then false end as try_boolean
from arguments
