-- How well the judges of a suite find what people call right and wrong, by all labels drawn so.
--
-- Parameters: suite.
--
-- grain: judge

select
    judge,
    label_count,
    right_label_count,
    wrong_label_count,
    left_out_count,
    label_set_count,
    sensitivity,
    sensitivity_low,
    specificity,
    specificity_low
from macros.judge_certificates_since(null)
where suite = $suite and label_count > 0
order by judge
