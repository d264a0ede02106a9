-- True if an optional field, of which this is the JSON text, is missing or null.

create or replace temp macro is_absent(field) as field is null or field = 'null';
