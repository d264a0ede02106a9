-- One part of a subject: the text of a name, percent-encoded; empty if it is missing.

create or replace temp macro encoded(field) as coalesce(url_encode(field ->> '$'), '');
