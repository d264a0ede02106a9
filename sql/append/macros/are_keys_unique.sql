-- Whether surely no object of a payload has a key twice, and none is where we do not look.
--
-- Takes how many keys its objects have together, how many of the known fields were found, and how
-- many keys the objects in those have. Where that is not all, its own keys are read, and where
-- they are not either, those of the objects that are often there. Repairs and redactions that a
-- payload came with are for the careful path.

create or replace temp macro are_keys_unique(payload, key_count, known_count, inner_count) as case
    when key_count = known_count + inner_count then true
    when
        list_unique(json_keys(payload) || ['repairs', 'redactions'])
        = key_count - inner_count + 2
        then true
    -- A list of one, so that the keys are read once.
    else list_transform(
        [json_keys(payload, ['$', '$.attributes', '$.scores'])],
        lambda key_lists: key_count = total_length(key_lists)
        and are_all_distinct(key_lists)
        and not list_has_any(key_lists[1], ['repairs', 'redactions'])
    )[1]
end;
