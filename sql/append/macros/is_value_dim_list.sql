-- Whether a field's JSON text is surely a list of value dimensions, their fields in their order.

create or replace temp macro is_value_dim_list(field) as coalesce(
    regexp_full_match(
        field,
        '\[(?:\{"value_dim":"[^"\\]+"'
        || '(?:,"weight":(?:[0-9]+(?:\.[0-9]+)?|null))?'
        || '(?:,"alignment":(?:-1|0|1|null))?'
        || '(?:,"is_bimodal":(?:true|false|null))?\},?)*\]'
    )
    and not contains(field, '},]')
    and not contains(field, '}{'),
    false
);
