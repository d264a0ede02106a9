"""Try."""
def test_clean(small):
    from evalstore.store.verify import verify
    v = verify(small.layout)
    assert [] == v.findings
