-- True if the JSON text of a field surely is an integer in a range; false if it is missing.
--
-- Reading it and writing it again must give the same text, since a cast would round 1.6 to 2.

create or replace temp macro is_integer(field, low := -2147483648, high := 2147483647) as coalesce(
    try_cast(field as integer) between low and high
    and try_cast(field as integer)::varchar = field,
    false
);
