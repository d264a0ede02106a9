-- The labels of each run: the values that its cases expect, where these are labels at all.
--
-- A run has labels where its cases expect between 2 and 50 different values, each on average of at
-- least two cases. The numbers, names or sentences that free questions expect are none, and a list
-- or an object is none. Blanks around a value and capitals make no difference: label_key is
-- without them, and label as the cases write it, the first spelling by name.
--
-- grain: run_id, label_key
-- for: metrics

create or replace view facts.run_labels as

with spellings as (
    select
        run_id,
        lower(expected_value) as label_key,
        min(expected_value) as label,
        count(*) as case_count
    from facts.expected_values
    where
        expected_value <> ''
        and not starts_with(expected_value, '[')
        and not starts_with(expected_value, '{')
    group by all
)

select
    run_id,
    label_key,
    label
from spellings
qualify
    count(*) over (partition by run_id) between 2 and macros.label_limit()
    and sum(case_count) over (partition by run_id) >= 2 * count(*) over (partition by run_id);
