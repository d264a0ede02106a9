-- How many keys all objects of a JSON text have together.
--
-- In text without spaces between its parts, a quote before a colon ends a key, unless it is an
-- escaped quote inside a string. The caller has turned away keys that end in a backslash.

create or replace temp macro key_count(payload) as (
    (strlen(payload) - strlen(replace(payload, '":', ''))) // 2
    - if(
        contains(payload, '\":'),
        (strlen(payload) - strlen(replace(payload, '\":', ''))) // 3,
        0
    )
);
