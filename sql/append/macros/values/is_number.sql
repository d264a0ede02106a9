-- True if the JSON text of a field is a number in a range; the widest is that of finite doubles.

create or replace temp macro is_number(
    field, low := -1.7976931348623157e308, high := 1.7976931348623157e308
) as coalesce(
    try_cast(field as double) between low and high, false
);
