-- One part of a subject: the text of a name, percent-encoded; empty where it is absent.

create or replace temp macro encoded(field) as case
    when is_absent(field) then '' else url_encode(field[2:-2])
end;
