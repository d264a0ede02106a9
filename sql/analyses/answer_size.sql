-- How long the log was once the answers of a run were as they are now.

select coalesce(max(tree_size), 0) as tree_size
from facts.answer_sizes
where run_id = $run_id
