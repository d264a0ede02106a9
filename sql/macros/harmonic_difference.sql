-- 1 / (start + 1) + 1 / (start + 2) + … + 1 / (start + step_count), for any start from 0 on.
--
-- The difference of two digamma functions.

create or replace macro macros.harmonic_difference(start, step_count) as
macros.digamma(start + step_count + 1e0) - macros.digamma(start + 1e0);
