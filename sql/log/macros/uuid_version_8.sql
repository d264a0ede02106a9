-- The UUIDv8 (RFC 9562) made of the first 16 bytes of a digest in hex.

create or replace temp macro uuid_version_8(digest) as
concat(
    substr(digest, 1, 12), '8', substr(digest, 14, 3),
    substr('89ab89ab89ab89ab', strpos('0123456789abcdef', substr(digest, 17, 1)), 1),
    substr(digest, 18, 15)
)::uuid;
