-- The number of names in all lists of a list together.

create or replace temp macro total_length(name_lists) as coalesce(
    list_sum(list_transform(name_lists, lambda names: len(names))), 0
);
