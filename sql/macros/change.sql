-- What became of a case from one run to another: 'became wrong', 'became right', or null.

create or replace macro macros.change(was_right, is_right) as
case
    when was_right and not is_right then 'became wrong'
    when is_right and not was_right then 'became right'
end;
