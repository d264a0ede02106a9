-- How many of the outgoing events evalstore itself decided or recorded.

select count(*) as own_count
from outgoing
where starts_with(source, 'evalstore:');
