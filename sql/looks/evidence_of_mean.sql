-- The logarithm of the evidence that a mean is above a bound, and that it is below.
--
-- Parameters: shares, values in [0, 1] in the order drawn; bound; alpha.
--
-- grain: none, one row

select
    macros.log_evidence_of_mean_above($shares::double[], $bound::double, $alpha::double)
        as log_evidence_above,
    macros.log_evidence_of_mean_above(
        list_transform($shares::double[], lambda share: 1 - share),
        1 - $bound::double,
        $alpha::double
    ) as log_evidence_below
