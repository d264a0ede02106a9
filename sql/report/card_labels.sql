-- How many cases of one run have each label of a card.
--
-- grain: label

select
    label,
    count(*) as card_count
from facts.cases
where
    run_id = $run_id
    and label in ('E', 'C', 'U')
group by label
