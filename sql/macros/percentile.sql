-- The value below which a share of the values lies, on a line between neighbours.
--
-- An aggregate; nulls are passed over, and of no values it is null. Of n values in order, numbered
-- from 0, it is the one at share * (n - 1): numpy's and R's default, where others round up to the
-- next value. It stands for quantile_cont, which other engines call percentile_cont.

create or replace macro macros.percentile(measure, share) as
quantile_cont(measure, share);
