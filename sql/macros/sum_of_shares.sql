-- The sum of shares, from -1 to 1: the same digits in whatever order they are added.
--
-- An aggregate over many rows, where `macros.steady_sum` would sort them all. Each share counts as
-- a whole number of steps of 2^-60, and sums of whole numbers do not round. What is lost is less
-- than 1e-18 a share, which is exact for a double from 1/256 on. Null where no share is known.

create or replace macro macros.sum_of_shares(addend) as
sum((addend * 1152921504606846976)::bigint) / 1152921504606846976;
