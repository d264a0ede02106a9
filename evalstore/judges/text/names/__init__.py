"""Names in a reply, compared with the right one."""
