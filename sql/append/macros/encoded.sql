-- One part of a subject: the text of a name, percent-encoded; empty where it is absent.

create or replace temp macro encoded(field) as coalesce(url_encode(field ->> '$'), '');
