-- A salt for each outgoing event, numbered from 0.

create or replace temp table salts as
select
    unnest(range(len($salt::blob[]))) as salt_number,
    unnest($salt::blob[]) as payload_salt;
