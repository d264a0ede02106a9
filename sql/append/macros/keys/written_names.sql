-- The names of fields that evalstore writes and that must not be in a payload already.

create or replace temp macro written_names(payload) as case
    when ends_with(payload, ',"repairs":[]}') then ['redactions']
    else ['repairs', 'redactions']
end;
