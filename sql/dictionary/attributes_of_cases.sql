-- The attributes that cases have, with how many cases have each value.

select
    name,
    value,
    count(*) as case_count
from facts.case_attributes
group by name, value
order by name, value;
