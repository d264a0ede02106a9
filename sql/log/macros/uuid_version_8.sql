-- The UUIDv8 (RFC 9562) made of the first 16 bytes of a digest in hex.

create or replace temp macro uuid_version_8(digest) as
concat(
    digest[1:12], '8', digest[14:16],
    substr('89ab89ab89ab89ab', strpos('0123456789abcdef', digest[17]), 1), digest[18:32]
)::uuid;
