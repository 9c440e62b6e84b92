"""A Debian whose root is encrypted, with an initramfs that Debian's own tools made.

The keyboard is German: the passphrase is right only where prompts read keys by the kernel's keymap.
"""

import time

from case import case
from encrypted import unlock


def expect_up(lab):
    """The system is up, on the root that was opened."""
    machine = lab.machine
    lab.expect_equal(machine.text("findmnt -no SOURCE /"), "/dev/mapper/root", "the root")
    lab.expect_equal(machine.text("dmsetup table root | cut -d ' ' -f 3"), "crypt", "its kind")


@case("luks-text", needs_daemon=False, own_boot=True)
def encrypted_root_text(lab):
    """Without the daemon in the image the console asks, as ever."""
    machine, began = lab.machine, time.monotonic()
    unlock(machine)
    lab.measure(f"root {time.monotonic() - began:.1f} s")
    machine.wait_for("systemctl is-active multi-user.target", "multi-user", limit=120)
    lab.measure(f"multi-user {time.monotonic() - began:.1f} s")
    expect_up(lab)
