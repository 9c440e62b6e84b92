"""Runs sections of the fault campaign and prints their rows: see scripts/campaign."""

import argparse
import pathlib
import shutil
import sys
import tempfile
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "EndToEnd")]

import table  # noqa: E402
from sections import SECTIONS  # noqa: E402


def run(section, rows, quick):
    directory = pathlib.Path(tempfile.mkdtemp(prefix=f"firstlight-{section.name}-"))
    directory.chmod(0o755)
    try:
        with table.Scope(rows, section.name, directory, quick) as scope:
            section.run(scope)
    except table.Skip as reason:
        rows.skip(section.name, str(reason))
    except Exception as error:  # A section that fails is a row, and the others go on.
        traceback.print_exc()
        rows.add(section.name, f"{type(error).__name__}: {error}", False)
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(prog="scripts/campaign", description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("section", nargs="*")
    options = parser.parse_args()
    if options.list:
        for section in SECTIONS:
            print(f"{section.name:<12} {section.run.__doc__}")
        return 0
    unknown = set(options.section) - {section.name for section in SECTIONS}
    if unknown:
        parser.error(f"there is no section {', '.join(sorted(unknown))}; see --list")
    rows = table.Table()
    for section in SECTIONS:
        if not options.section or section.name in options.section:
            print(f"… {section.name}", file=sys.stderr, flush=True)
            run(section, rows, options.quick)
    rows.print()
    return 0 if rows.is_right else 1


if __name__ == "__main__":
    sys.exit(main())
