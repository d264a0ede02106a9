-- True if no name is in a list twice; short lists, the usual ones, cost next to nothing.

create or replace temp macro are_distinct(names) as case coalesce(len(names), 0)
    when 0 then true
    when 1 then true
    when 2 then names[1] <> names[2]
    when 3 then names[1] <> names[2] and names[1] <> names[3] and names[2] <> names[3]
    else list_unique(names) = len(names)
end;
