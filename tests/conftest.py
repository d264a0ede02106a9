"""Leaves out what takes long, unless it is asked for."""


def pytest_collection_modifyitems(config, items):
    """Run the tests marked sweep only where -m names them."""
    if config.option.markexpr:
        return
    sweeps = [item for item in items if item.get_closest_marker("sweep")]
    config.hook.pytest_deselected(items=sweeps)
    items[:] = [item for item in items if not item.get_closest_marker("sweep")]
