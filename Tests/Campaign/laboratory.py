"""Displays of virtual machines that come, go and are switched away from."""

import os
import pathlib
import shutil
import subprocess

from table import Skip

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The cases of the display lab with a configurable number of rounds, and the rounds here.
CASES = {"again-terminals": 200, "again-plugged": 50, "again-unbound": 50}


def displays(scope):
    """GPU unbound ×50, monitors plugged ×50, terminals switched ×200, in the display lab."""
    if not shutil.which("qemu-system-x86_64"):
        raise Skip("QEMU is missing")
    listed = subprocess.run(
        [ROOT / "scripts" / "test-vm", "--list"], capture_output=True, text=True, check=True).stdout
    for case, rounds in CASES.items():
        rounds = scope.pick(3, rounds)
        name = f"{case} ×{rounds}"
        if case not in listed:
            scope.skip(name, "the display lab has no such case")
            continue
        result = subprocess.run(
            [ROOT / "scripts" / "test-vm", "--no-build", case], capture_output=True, text=True,
            check=False, timeout=3600,
            env={**os.environ, "FIRSTLIGHT_LAB_ROUNDS": str(rounds)})
        lines = [line for line in result.stdout.splitlines() if case in line]
        if result.returncode == 77:
            scope.skip(name, lines[-1].strip() if lines else "the lab cannot run here")
        else:
            scope.row(name, " ".join(lines[-1].split()) if lines else f"status {result.returncode}",
                      result.returncode == 0)
