-- The fingerprint of the SQL that the numbers come from.

select views_sha256
from log.fingerprint
