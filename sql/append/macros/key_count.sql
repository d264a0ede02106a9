-- How many keys all objects of a JSON text have together.
--
-- A quote before a colon ends a key, unless it is an escaped quote inside a string. The caller has
-- turned away keys that end in a backslash, and white space between a key and its colon.

create or replace temp macro key_count(payload) as (
    (strlen(payload) - strlen(replace(payload, '":', ''))) // 2
    - if(
        contains(payload, '\":'),
        (strlen(payload) - strlen(replace(payload, '\":', ''))) // 3,
        0
    )
);
