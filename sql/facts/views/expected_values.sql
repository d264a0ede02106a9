-- What each case expects, without blanks around it: its `expected`, or what is chosen for it.
--
-- The parameter `expected` of the metrics of labels names it: `expected`, `label`, or an attribute
-- of cases. Null where the case has none.
--
-- grain: run_id, case_id
-- for: metrics

create or replace view facts.expected_values as

with named_attributes as (
    select
        run_id,
        case_id,
        min(value) as value
    from facts.case_attributes
    where name = macros.expected() and macros.expected() not in ('expected', 'label')
    group by all
)

select
    cases.run_id,
    cases.case_id,
    trim(
        case macros.expected()
            when 'expected' then cases.expected
            when 'label' then cases.label
            else named_attributes.value
        end,
        e' \t\r\n'
    ) as expected_value
from facts.cases
left join named_attributes
    on cases.run_id = named_attributes.run_id and cases.case_id = named_attributes.case_id;
