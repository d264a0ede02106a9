-- The names of the fields of accepted event lines that may have unknown ones.
--
-- Lines with the same names count together, so that each name is taken once for many of them.
-- Those that the slow path accepted are not here: it has looked at their names itself.
--
-- grain: file_number, kind, field_name

with name_lists as (
    select
        candidates.file_number,
        candidates.kind,
        json_keys(candidates.payload) as field_names,
        min(candidates.ordinal) as first_ordinal,
        count(*) as event_count
    from candidates
    inner join fast_path using (ordinal)
    where
        coalesce(fast_path.may_hold_unknown_field, true)
        and fast_path.subject is not null
        and coalesce(candidates.subject = fast_path.subject, true)
        and candidates.location is null
    group by all
),

fields as (
    select
        file_number,
        kind,
        unnest(field_names) as field_name,
        first_ordinal,
        event_count
    from name_lists
)

select
    fields.file_number,
    fields.kind,
    fields.field_name,
    'line '
    || (any_value(line_files.line_offset) + min(fields.first_ordinal))::varchar as location,
    sum(fields.event_count)::bigint as event_count
from fields
inner join line_files using (file_number)
group by all
order by min(fields.first_ordinal), fields.field_name
