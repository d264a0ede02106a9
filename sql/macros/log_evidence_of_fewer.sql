-- The logarithm of the evidence that the kind of pairs there are fewer of is in truth more likely.
--
-- As macros.log_evidence_of_drop, where `fewer` is at most `more`. Written as a sum whose first
-- term is 1 / (more + 1) and whose following ones fall, so that nothing cancels out; beyond nine
-- times the root of the number of pairs they are nothing. Summed from the inside.

create or replace macro macros.log_evidence_of_fewer(fewer, more) as
ln(
    list_reduce(
        list_transform(
            range(least(fewer::bigint, ceil(9e0 * sqrt(fewer + more))::bigint + 9), 0, -1),
            lambda step: step::double
        ),
        lambda total, step: 1e0 + (fewer - step + 1e0) / (more + 1e0 + step) * total,
        1e0
    )
    / (more + 1e0)
);
