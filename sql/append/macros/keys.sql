-- Macros on the keys of the objects in a payload: whether surely none is there twice.

-- How many objects and lists open in a JSON text, those in its strings too: at least its depth.
create or replace temp macro bracket_count(json_text) as
2 * strlen(json_text)
- strlen(replace(json_text, '{', ''))
- strlen(replace(json_text, '[', ''));

-- How many names all lists of a list have together.
create or replace temp macro total_length(name_lists) as coalesce(
    list_sum(list_transform(name_lists, lambda names: len(names))), 0
);

-- Whether no name of a list is there twice; short lists, the usual ones, cost next to nothing.
create or replace temp macro are_distinct(names) as case coalesce(len(names), 0)
    when 0 then true
    when 1 then true
    when 2 then names[1] <> names[2]
    when 3 then names[1] <> names[2] and names[1] <> names[3] and names[2] <> names[3]
    else list_unique(names) = len(names)
end;

-- Whether no list of a list has a name twice.
create or replace temp macro are_all_distinct(name_lists) as coalesce(
    list_bool_and(list_transform(name_lists, lambda names: are_distinct(names))), true
);

-- Whether surely no object of a payload has a key twice.
--
-- Takes how many keys its objects have together, how many of the known fields were found, and how
-- many keys the objects in those have. Where that is not all, its own keys are read, and where
-- they are not either, those of every object in it, unless it could be too deep. Repairs and
-- redactions that a payload came with are for the slow path.
create or replace temp macro are_keys_unique(payload, key_count, known_count, inner_count) as case
    when key_count = known_count + inner_count then true
    when
        list_unique(json_keys(payload) || ['repairs', 'redactions'])
        = key_count - inner_count + 2
        then true
    when bracket_count(payload) > getvariable('bracket_count_max') then false
    else
        are_distinct(json_keys(payload) || ['repairs', 'redactions'])
        and are_all_distinct(json_keys(payload, '$.**'))
        and key_count = len(json_keys(payload)) + total_length(json_keys(payload, '$.**'))
end;
