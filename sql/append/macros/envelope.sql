-- Macros to read event lines and the columns of their envelope.
--
-- Those on a field take its JSON text, and are true where it surely is such a value; of a field
-- that is absent they are false, and not null.

-- Whether an optional field is not there, or null.
create or replace temp macro is_absent(field) as field is null or field = 'null';

create or replace temp macro is_text(field) as coalesce(starts_with(field, '"'), false);

-- Reading it and writing it again must give the same text, since a cast would round 1.6 to 2.
create or replace temp macro is_integer(field, low := -2147483648, high := 2147483647) as coalesce(
    try_cast(field as integer) between low and high
    and try_cast(field as integer)::varchar = field,
    false
);

create or replace temp macro is_object(field) as coalesce(starts_with(field, '{'), false);

-- How many keys all objects of a JSON text have together.
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

-- The UTC time that a text names, null where it names none; without an offset it is UTC already.
--
-- A cast to timestamp would drop an offset in silence.
create or replace temp macro utc_time(written) as make_timestamp(epoch_us(try_cast(
    case
        when ends_with(written, 'Z') or written[20:] like '%+%' or written[20:] like '%-%'
            then written
        else written || 'Z'
    end as timestamptz
)));
