-- The verdicts of each validator on all attempts, a letter for each: the outcome, whether it is
-- right, whether it fails or is left out, and whether it was right in the baseline. A dot stands
-- where the validator was not asked.
--
-- grain: validator_id

with validators as (
    select
        validator_id,
        bool_or(is_primary_validator) as is_primary
    from page_judged
    group by all
)

select
    validators.validator_id,
    validators.is_primary,
    string_agg(coalesce(page_judged.outcome_letter, '.'), '' order by page_rows.row_id)
        as outcomes,
    string_agg(case
        when page_judged.row_id is null then '.'
        when page_judged.is_right is null then '-'
        when page_judged.is_right then '1'
        else '0'
    end, '' order by page_rows.row_id) as is_right,
    string_agg(if(page_judged.is_failing, '1', '0'), '' order by page_rows.row_id) as failing,
    string_agg(case
        when not coalesce(page_judged.is_paired, false) then '.'
        when page_judged.was_right is null then '-'
        when page_judged.was_right then '1'
        else '0'
    end, '' order by page_rows.row_id) as was_right
from validators
cross join page_rows
left join page_judged
    on
        validators.validator_id = page_judged.validator_id
        and page_rows.row_id = page_judged.row_id
group by validators.validator_id, validators.is_primary
order by validators.is_primary desc, validators.validator_id
