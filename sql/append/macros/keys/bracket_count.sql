-- The number of objects and lists in a JSON text, also in its strings: at least its depth.

create or replace temp macro bracket_count(json_text) as
2 * strlen(json_text)
- strlen(replace(json_text, '{', ''))
- strlen(replace(json_text, '[', ''));
