-- The images that cases and responses name, each once.

select distinct
    sha256,
    media_type,
    byte_count
from facts.images;
