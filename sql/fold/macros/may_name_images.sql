-- Whether an event may name images: to search its text is faster than to parse it.
--
-- JSON may spell a letter as its code.

create or replace temp macro may_name_images(kind, payload) as
kind in ('case_generated', 'response_recorded')
and (
    contains(payload::varchar, '"media_type"')
    or regexp_matches(payload::varchar, '\\u00[5-7]')
);
