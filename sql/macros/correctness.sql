-- What an answer counts: the share that is right, null where it is left out of the count.
--
-- A graded score counts as it stands; without one, right is 1 and anything else is 0.

create or replace macro macros.correctness(is_right, score) as
case
    when is_right is null then null
    when score is not null then score
    when is_right then 1e0
    else 0e0
end;
