-- Whether surely no object of a payload has a key twice, and none is where we do not look.
--
-- Takes the keys of the payload and of the two objects in it that most have; how many keys all
-- its objects have together; the names we know, and how many of them were found. No keys were
-- asked for where the known ones are all there are. Repairs and redactions that a payload came
-- with are for the careful path.

create or replace temp macro are_keys_unique(keys, key_count, known_names, known_count) as case
    when keys is null then true
    else (
        key_count = len(keys[1]) + coalesce(len(keys[2]), 0) + coalesce(len(keys[3]), 0)
        and are_distinct(
            list_filter(keys[1], lambda name: not list_contains(known_names, name))
        )
        and len(list_filter(keys[1], lambda name: list_contains(known_names, name)))
        = known_count
        and are_distinct(keys[2])
        and are_distinct(keys[3])
        and not list_contains(keys[1], 'repairs')
        and not list_contains(keys[1], 'redactions')
    )
end;
