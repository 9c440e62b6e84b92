"""Times players of Lottie files: reading and the first frame, and the mean of all frames, each in its own process.

    players.py BENCHMARK [--size WIDTHxHEIGHT] [--rounds N] FILE…

BENCHMARK is the program of this folder. Peers are thorvg-python and rlottie-python, of one thread each, if Python has them.
"""

import argparse
import ctypes
import importlib.util
import json
import math
import subprocess
import sys
import time

MOST_FRAMES = 60


def moments(count):
    """Frames that are drawn, spread evenly over the animation."""
    drawn = min(MOST_FRAMES, max(1, int(count)))
    return [count * index / drawn for index in range(drawn)]


def timed(load, draw):
    """Seconds to the first frame, and a frame thereafter."""
    began = time.perf_counter()
    count = load()
    draw(0.0)
    first = time.perf_counter() - began
    frames = moments(count)
    began = time.perf_counter()
    for frame in frames:
        draw(frame)
    return first, (time.perf_counter() - began) / len(frames)


def thorvg(path, width, height):
    import thorvg_python as tvg

    engine = tvg.Engine(threads=0)
    canvas = tvg.SwCanvas(engine)
    canvas.set_target(width, height)
    animation = tvg.LottieAnimation(engine)
    picture = animation.get_picture()

    def load():
        if picture.load(path) != tvg.Result.SUCCESS:
            raise SystemExit(f"ThorVG cannot read {path}")
        picture.set_size(width, height)
        canvas.add(picture)
        return animation.get_total_frame()[1]

    def draw(frame):
        animation.set_frame(frame)
        canvas.update()
        canvas.draw(True)
        canvas.sync()

    return timed(load, draw)


def rlottie(path, width, height):
    from rlottie_python import LottieAnimation

    player = LottieAnimation()
    pixels = ctypes.create_string_buffer(width * height * 4)
    library = player.rlottie_lib

    def load():
        player.lottie_animation_from_file(path)
        return player.lottie_animation_get_totalframe()

    def draw(frame):
        library.lottie_animation_render(
            player.animation_p, ctypes.c_size_t(int(frame)), pixels, width, height, width * 4)

    return timed(load, draw)


PEERS = {"ThorVG": ("thorvg_python", thorvg), "rlottie": ("rlottie_python", rlottie)}


def measure(name, benchmark, path, size):
    """One player in a fresh process; nil where it fails."""
    if name == "ours":
        command = [benchmark, "lottie", path, "%dx%d" % size, "--frames", str(MOST_FRAMES)]
    else:
        command = [
            sys.executable, __file__, benchmark, "--size", "%dx%d" % size, "--player", name, path]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        return None
    return json.loads(result.stdout.splitlines()[-1])


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmark")
    parser.add_argument(
        "--size", default="512x512", type=lambda text: tuple(map(int, text.split("x"))))
    parser.add_argument("--rounds", default=5, type=int)
    parser.add_argument("--player", choices=PEERS, help=argparse.SUPPRESS)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    if options.player:
        print(json.dumps(PEERS[options.player][1](options.files[0], *options.size)))
        return
    names = ["ours"] + [
        name for name, (module, _) in PEERS.items() if importlib.util.find_spec(module)]
    # The least of some rounds of each file by all players in turn:
    # other programs only add to a time.
    best = {}
    for path in options.files:
        for _ in range(options.rounds):
            for name in names:
                if (name, path) in best and best[name, path] is None:
                    continue
                times = measure(name, options.benchmark, path, options.size)
                known = best.get((name, path)) or (math.inf, math.inf)
                best[name, path] = times and tuple(map(min, times, known))
    print(f"{'ms, first frame / a frame':32}" + "".join(f"{name:>20}" for name in names))
    for path in options.files:
        cells = (
            "fails" if not (t := best[name, path]) else f"{t[0] * 1e3:.2f} / {t[1] * 1e3:.3f}"
            for name in names)
        print(f"{path.rsplit('/', 1)[-1][:31]:32}" + "".join(f"{cell:>20}" for cell in cells))
    for name in names[1:]:
        both = [path for path in options.files if best["ours", path] and best[name, path]]
        ratios = [
            geometric_mean([best["ours", p][k] / best[name, p][k] for p in both]) for k in (0, 1)]
        print(
            f"ours / {name}, geometric mean of {len(both)} files: first frame {ratios[0]:.2f}, a frame {ratios[1]:.2f}")


main()
