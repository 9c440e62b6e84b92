"""The daemon without a display draws the same in a guest as on this machine."""

from case import case
from picture import read_png
from scenario import play


@case("late")
def headless(lab):
    """Frames as files, from another processor and kernel."""
    daemon = lab.start("--output=png:/tmp/frames", "--size=800x600")

    def see():
        path = lab.machine.directory / "frame.png"
        path.write_bytes(lab.machine.run("cat $(ls /tmp/frames/*.png | tail -n 1)").output)
        return read_png(path)

    play(lab, daemon, see)
