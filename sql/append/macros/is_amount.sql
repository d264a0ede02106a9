-- Whether a field's JSON text is surely a number, zero or more.

create or replace temp macro is_amount(field) as coalesce(
    isfinite(try_cast(field as double)) and try_cast(field as double) >= 0, false
);
