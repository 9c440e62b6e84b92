"""pytest puts the folder of this file on the path, where the tests of the folders below find the harness."""
