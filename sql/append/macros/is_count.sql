-- Whether a field's JSON text is surely a whole number from the lowest to 2^31 - 1.
--
-- Reading it and writing it again must give the same text, since a cast would round 1.6 to 2.

create or replace temp macro is_count(field, lowest) as coalesce(
    try_cast(field as integer) >= lowest and try_cast(field as integer)::varchar = field, false
);
