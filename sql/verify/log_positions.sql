-- Positions of log.events that come more than once, or that lie outside the log of the segments.
--
-- Parameters: first_position. Of what is before it only the number of rows is looked at: where it
-- is another, first_position itself is given.

select position
from log.events
where position < 0 or position >= $first_position
group by position
having
    count(*) > 1
    or position < 0
    or position >= getvariable('tree_size')
union all
select $first_position as position
where (
    select count(*)
    from log.events
    where position between 0 and $first_position - 1
) != $first_position
order by position;
