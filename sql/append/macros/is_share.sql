-- Whether a field's JSON text is surely a number from 0 to 1.

create or replace temp macro is_share(field) as coalesce(
    try_cast(field as double) between 0 and 1, false
);
