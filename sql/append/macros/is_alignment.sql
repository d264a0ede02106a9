-- Whether a field's JSON text is surely a number from -1 to 1.

create or replace temp macro is_alignment(field) as coalesce(
    try_cast(field as double) between -1 and 1, false
);
