-- True if the JSON text of a field surely is a string without escapes, of a length in a range.
--
-- Without an escape a text has two signs more than characters.

create or replace temp macro is_bounded_text(field, shortest, longest) as coalesce(
    starts_with(field, '"')
    and length(field) between shortest + 2 and longest + 2
    and not contains(field, '\'),
    false
);
