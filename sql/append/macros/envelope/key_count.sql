-- The number of keys that all objects of a JSON text have together.
--
-- A quote before a colon ends a key, unless it is an escaped quote inside a string. The caller has
-- turned away keys that end in a backslash, and white space between a key and its colon.

create or replace temp macro key_count(json_text) as (
    (strlen(json_text) - strlen(replace(json_text, '":', ''))) // 2
    - if(
        contains(json_text, '\":'),
        (strlen(json_text) - strlen(replace(json_text, '\":', ''))) // 3,
        0
    )
);
