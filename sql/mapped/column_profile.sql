-- What is in each column of `records`: how many values, how many different ones, which of them
-- are numbers, times or words of right and wrong, and which of them stand for no value.
--
-- `$json_names` are the columns of the type JSON: each value there has a type of its own. A column
-- is one of numbers where at most one of its values in ten is some other word; words that stand
-- for nothing, for infinity or for what nobody could parse do not count.
--
-- grain: name

with cells as (
    select
        name,
        value
    from (
        unpivot (select columns(* exclude (record_number, file_name))::varchar from records)
        on columns(*)
        into name name value value
    )
),

counted_cells as (
    select
        name,
        value,
        count(*) as value_count
    from cells
    group by name, value
),

told as (
    select
        name,
        value_count,
        case when list_contains($json_names::varchar[], name) then try_cast(value as json) end
            as typed,
        coalesce(typed ->> '$', value) as text,
        coalesce(json_type(typed) in ('OBJECT', 'ARRAY'), false) as is_nested,
        try_cast(text as double) as number,
        case when length(text) <= 60 then lower(trim(text)) else 'longer' end as word
    from counted_cells
),

sorted as (
    select
        *,
        case
            when is_nested then 'nested'
            when isnan(number) then 'nothing'
            when isinf(number) then 'infinite'
            when number is not null then 'number'
            when
                word in (
                    '', 'nan', 'n/a', 'na', 'n.a.', '#n/a', '<na>', 'none', 'null', '-', '--', '–',
                    '—', 'not applicable', 'not available'
                )
                then 'nothing'
            when
                regexp_replace(word, '[^a-z]+', '_', 'g') in (
                    'not_parsable', 'not_parseable', 'unparsable', 'unparseable', 'unparsed',
                    'parse_error', 'parsing_error', 'parse_failure', 'parsing_failure',
                    'parse_failed', 'parsing_failed', 'failed_to_parse', 'could_not_parse',
                    'unable_to_parse', 'cannot_parse'
                )
                then 'unparsed'
            else 'other'
        end as sort,
        word in (
            'true', 'false', 'yes', 'no', 'y', 'n', 'correct', 'incorrect', 'right', 'wrong',
            'pass', 'passed', 'fail', 'failed', '1', '0', '1.0', '0.0'
        ) as is_outcome,
        word in ('not_attempted', 'not attempted', 'abstained', 'abstain') as is_abstention
    from told
),

columns_told as (
    select
        name,
        sum(value_count)::bigint as value_count,
        count(*) as different_count,
        max(length(text)) as length_max,
        coalesce(sum(value_count) filter (where sort = 'number'), 0) as number_count,
        coalesce(sum(value_count) filter (where sort = 'other'), 0) as other_count,
        min(number) filter (where sort = 'number') as smallest,
        max(number) filter (where sort = 'number') as greatest,
        coalesce(
            bool_and(try_cast(text as timestamp) is not null) filter (where sort != 'nothing'),
            false
        ) as are_times,
        bool_or(is_outcome) and bool_and(
            is_outcome or is_abstention or sort in ('nothing', 'unparsed')
        ) as are_outcomes,
        coalesce(bool_and(number = floor(number)) filter (where sort = 'number'), false)
            as are_whole,
        bool_or(is_nested) as has_nested,
        bool_or(sort = 'nothing') as has_nothing,
        min_by(text, (-value_count, text), 3) filter (where not (is_outcome or is_abstention))
            as no_outcomes,
        min_by(text, (-value_count, text), 3) filter (where sort != 'number') as no_numbers,
        sum(value_count) filter (where not (is_outcome or is_abstention)) as no_outcome_count,
        sum(value_count) filter (where sort != 'number') as no_number_count
    from sorted
    group by name
)

select
    name,
    value_count,
    different_count,
    length_max,
    number_count > 0 and not has_nested and 9 * other_count <= number_count as are_numbers,
    smallest,
    greatest,
    are_times,
    are_outcomes,
    are_whole,
    has_nested,
    has_nothing,
    case when are_outcomes then no_outcomes when number_count > 0 then no_numbers end
        as other_words,
    coalesce(case when are_outcomes then no_outcome_count else no_number_count end, 0)::bigint
        as other_count
from columns_told
order by name;
