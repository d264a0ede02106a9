-- How many objects and lists open in a JSON text, those in its strings too: at least its depth.

create or replace temp macro bracket_count(json_text) as
2 * strlen(json_text)
- strlen(replace(json_text, '{', ''))
- strlen(replace(json_text, '[', ''));
