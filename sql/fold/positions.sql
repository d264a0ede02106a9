-- The position of each accepted event, in the order of arrival; null for a duplicate.

create or replace temp table positions as
select
    incoming.ordinal,
    accepted_revisions.revision,
    case
        when accepted_revisions.revision is not null
            then
                getvariable('tree_size')
                + count(accepted_revisions.revision)
                    over (
                        order by incoming.ordinal rows unbounded preceding
                    )
                - 1
    end as position
from incoming
left join accepted_revisions using (ordinal)
order by incoming.ordinal;
