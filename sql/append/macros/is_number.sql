-- Whether a field's JSON text is surely a number that a double can hold.

create or replace temp macro is_number(field) as coalesce(
    isfinite(try_cast(field as double)), false
);
