-- Whether surely no object of a payload has a key twice, and none is where we do not look.
--
-- Takes how many keys its objects have together, without those in the objects that are looked at
-- by themselves, and how many of the known fields were found. Where the known ones are not all
-- there are, the keys are read: as many different ones as there are keys, and none of them a
-- repair or a redaction that a payload came with, which are for the careful path.

create or replace temp macro are_keys_unique(payload, key_count, known_count) as case
    when key_count = known_count then true
    else list_unique(json_keys(payload) || ['repairs', 'redactions']) = key_count + 2
end;
