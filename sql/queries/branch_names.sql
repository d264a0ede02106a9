-- The branches that the runs of the store name.
--
-- grain: name

select distinct git_branch as name
from facts.runs
where git_branch is not null
order by name
