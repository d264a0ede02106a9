"""Words by which a reply declines to answer."""
