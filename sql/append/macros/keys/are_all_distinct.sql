-- True if no list of a list has a name twice.

create or replace temp macro are_all_distinct(name_lists) as coalesce(
    list_bool_and(list_transform(name_lists, lambda names: are_distinct(names))), true
);
