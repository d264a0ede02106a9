-- Whether an optional field is not there, or null.

create or replace temp macro is_absent(field) as field is null or field = 'null';
