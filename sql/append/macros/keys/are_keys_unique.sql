-- True if surely no object of a payload has a key twice.
--
-- Takes the number of keys that its objects have together, the number of known fields that were
-- found, and the number of keys of the objects in those. If they do not add up, its own keys are
-- read, and if that is not enough, those of every object in it, unless it could be too deep.
-- Repairs and redactions that a payload came with are for the slow path, except a list of no
-- repairs at its end.

create or replace temp macro are_keys_unique(payload, key_count, known_count, inner_count) as case
    when key_count = known_count + inner_count then true
    when
        list_unique(json_keys(payload) || written_names(payload))
        = key_count - inner_count + len(written_names(payload))
        then true
    when bracket_count(payload) > getvariable('bracket_count_max') then false
    else
        are_distinct(json_keys(payload) || written_names(payload))
        and are_all_distinct(json_keys(payload, '$.**'))
        and key_count = len(json_keys(payload)) + total_length(json_keys(payload, '$.**'))
end;
