-- The sum of terms, added from the least to the greatest.
--
-- An aggregate. Floating-point addition rounds, so a sum depends on the order of its terms in its
-- last digits, and rows come in any order. In this order two readings have the same digits,
-- whatever the number of threads. Null where no term is known.

create or replace macro macros.steady_sum(addend) as
sum(addend order by addend::double);
