-- A field with its length in bytes before it, so that joined fields stay apart; null is -1.

create or replace temp macro field_text(field) as
-- concat() would drop a null; || keeps it.
coalesce(strlen(field::varchar) || ':' || field::varchar, '-1:');
