-- The part in which a place falls, counted from 0, where numpy.array_split cuts into part_count.
--
-- Where the size is no multiple of part_count, the first parts hold one more. A place, from 0 on
-- and below the size, may be a fraction; one a hair below a cut, as rounding leaves it, is on it.

create or replace macro macros.split_index(place, size, part_count) as
case
    when place + 1e-9 < (size % part_count) * (floor(size / part_count) + 1)
        then floor((place + 1e-9) / (floor(size / part_count) + 1))
    else
        size % part_count
        + floor(
            (place + 1e-9 - (size % part_count) * (floor(size / part_count) + 1))
            / nullif(floor(size / part_count), 0)
        )
end;
