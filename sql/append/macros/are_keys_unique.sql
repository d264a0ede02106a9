-- Whether surely no object of a payload has a key twice, and none is where we do not look.
--
-- Takes the keys of the payload and of the two objects in it that most have; how many keys its
-- objects have together; the names we know, and how many of them were found. No keys were asked
-- for where the known ones are all there are. Repairs and redactions that a payload came with are
-- for the careful path.

create or replace temp macro are_keys_unique(
    key_lists, key_count, known_names, known_count
) as case
    when key_lists is null then true
    else (
        key_count
        = len(key_lists[1]) + coalesce(len(key_lists[2]), 0) + coalesce(len(key_lists[3]), 0)
        and are_distinct(
            list_filter(key_lists[1], lambda name: not list_contains(known_names, name))
        )
        and len(list_filter(key_lists[1], lambda name: list_contains(known_names, name)))
        = known_count
        and are_distinct(key_lists[2])
        and are_distinct(key_lists[3])
        and not list_contains(key_lists[1], 'repairs')
        and not list_contains(key_lists[1], 'redactions')
    )
end;
