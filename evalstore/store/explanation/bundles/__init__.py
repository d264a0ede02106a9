"""
Bundles: all that one number needs, for somebody who has no evalstore.

``bundling`` writes the zip file, ``script`` its SQL, ``texts`` leaves texts out of its events.
``check.py`` and ``readme.txt`` are copied into the file as they are. See
docs/architecture.md#store.
"""
