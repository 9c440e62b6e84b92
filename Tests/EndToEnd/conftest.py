"""pytest puts the folder of this file on the path, where the tests of the folders below find the harness."""


def pytest_collection_modifyitems(items):
    """Puts classes that take long first: as the last one, such a class would have the other processes wait."""
    items.sort(key=lambda item: not getattr(item.cls, "takes_long", False))
