"""Numbers, units and dates in a reply, compared with the right one."""
