-- SHA-256, in hex, of the salt (or nothing), then the payload's bytes.

create or replace temp macro payload_hash(payload_salt, payload) as
if(
    payload_salt is null,
    sha256(payload::varchar),
    sha256(payload_salt || encode(payload::varchar))
);
