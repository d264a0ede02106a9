-- Whether a field's JSON text is surely a list of strings, none of them with an escape.

create or replace temp macro is_text_list(field) as coalesce(
    regexp_full_match(field, '\[(?:"[^"\\]*"(?:,"[^"\\]*")*)?\]'), false
);
