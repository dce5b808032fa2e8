"""The half of scripts/bench that runs in the rig: starts the engine or the floor, and prints what it measured as JSON.

Around what is measured it prints "mark begin" and "mark end", for `scripts/rig --cpu-marks`.
usage: in_guest.py WHAT ... ENGINE FLOOR
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import numpy
from PIL import Image

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests/Rig"))
from rig import edid, udev, vkms

ENGINE, FLOOR = sys.argv[-2:]


def make_device(outputs):
    subprocess.run(["vkms-device", "bench", str(outputs), str(outputs)], check=True, stdout=subprocess.DEVNULL)


def pictures(folder, size, count=2):
    """Pictures of exactly the screen's size, so that nothing is scaled."""
    width, height = map(int, size.split("x"))
    folder.mkdir(parents=True)
    x, y = numpy.arange(width), numpy.arange(height)[:, None]
    for index in range(count):
        pixels = numpy.stack([(x + 0 * y) % 256, (y + 0 * x) % 256, (x + y * (index + 1)) % 256], axis=2)
        Image.fromarray(pixels.astype(numpy.uint8)).save(folder / f"{index + 1}.png", compress_level=1)
    return folder


def photos(folder, count=3):
    """JPEG files of 24 megapixels with the detail of photographs."""
    folder.mkdir(parents=True)
    random = numpy.random.default_rng(1)
    for index in range(count):
        coarse = random.integers(0, 256, (500, 750, 3), dtype=numpy.uint8)
        Image.fromarray(coarse).resize((6000, 4000), Image.BICUBIC).save(folder / f"{index + 1}.jpg", quality=88)
    return folder


def mark(name):
    print(f"mark {name}", flush=True)


def tell(**values):
    print(json.dumps(values), flush=True)


class Engine:
    """Vitrine, with what it says of its slides."""

    def __init__(self, folder, size, *arguments):
        self.process = subprocess.Popen([ENGINE, folder, "--mode", size, "--log-level", "debug", *arguments],
                                        stderr=subprocess.PIPE, text=True)
        self.lines = []

    def wait_for(self, pattern, count=1):
        for line in self.process.stderr:
            self.lines.append(line)
            count -= bool(re.search(pattern, line))
            if count == 0:
                return
        sys.exit("the engine ended:\n" + "".join(self.lines))

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.lines += self.process.stderr.readlines()
        if self.process.wait():
            sys.exit("the engine failed:\n" + "".join(self.lines))

    def frames(self):
        return sum(int(match[1]) for line in self.lines if (match := re.search(r": (\d+) frames shown", line)))


def status(process, field):
    for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1])
    return 0


def run_floor(*arguments):
    """Runs the floor. Its marks and its report are lines of its output."""
    with subprocess.Popen([FLOOR, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as floor:
        for line in floor.stdout:
            if line.startswith("mark"):
                print(line, end="", flush=True)
            elif line.startswith("{"):
                report = json.loads(line)
    return report


def crossfade(kind, size, outputs, seconds):
    make_device(int(outputs))
    if kind in ("nearest", "linear"):
        report = run_floor("--mode", size, "--outputs", outputs, "--filter", kind,
                           "--marks", "crossfade", f"{seconds}s")
        tell(frames=report["frames"])
        return
    # Otherwise the engine, with this renderer or turned by this. Its pictures are of the size that a viewer sees.
    arguments = ("--renderer", kind) if kind in ("gles", "cpu") else ("--rotate", kind)
    shown = "x".join(reversed(size.split("x"))) if kind.endswith(("90", "270")) else size
    engine = Engine(pictures(pathlib.Path("/tmp/pictures"), shown), size, *arguments, "--duration", "2s",
                    "--transition", "2s")
    # From the second slide on it fades without a rest, and both pictures are there.
    engine.wait_for(r"shows /tmp/pictures/2\.png", count=int(outputs))
    mark("begin")
    time.sleep(float(seconds))
    mark("end")
    engine.stop()
    tell(frames=(engine.frames() - 2 * int(outputs)) / int(outputs))


def missed(seconds):
    make_device(1)
    engine = Engine(photos(pathlib.Path("/tmp/photos")), "640x480", "--duration", "3s", "--transition", "3s")
    engine.wait_for(r"shows /tmp/photos/2\.jpg")
    start = time.monotonic()
    time.sleep(float(seconds))
    wall = time.monotonic() - start
    engine.stop()
    rate = next(float(match[1]) for line in engine.lines if (match := re.search(r"lit at 640x480@([\d.]+)", line)))
    tell(missed=max(0, wall * rate - (engine.frames() - 2)) * 600 / (wall * rate))


def first(rounds):
    make_device(1)
    folder = pictures(pathlib.Path("/tmp/pictures"), "1280x720", 1)
    for _ in range(int(rounds)):
        report = run_floor("--mode", "1280x720", "--exec-time", time.monotonic_ns(), "first")
        tell(kind="floor", ms=report["firstFlipMs"])
        start = time.monotonic()
        engine = Engine(folder, "1280x720")
        engine.wait_for("shows ")
        tell(kind="engine", ms=(time.monotonic() - start) * 1000)
        engine.stop()


def plugged(rounds):
    """From the kernel's word that a monitor is there to the modeset with the finished picture. With the first plug the
    picture has to be decoded too."""
    udev.start()
    (connector,) = vkms.Device("bench", status=[False]).connectors
    engine = Engine(pictures(pathlib.Path("/tmp/pictures"), "640x480", 1), "preferred")
    engine.wait_for("driving vkms")
    time.sleep(3)
    for index in range(int(rounds) + 1):
        start = time.monotonic()
        connector.plug_monitor(edid.monitor("BENCH", edid.VGA))
        engine.wait_for(": lit at ")
        tell(isFirst=index == 0, ms=(time.monotonic() - start) * 1000)
        time.sleep(0.5)
        connector.unplug()
        engine.wait_for(": disconnected")
        time.sleep(0.5)
    engine.stop()


def still(kind, seconds):
    make_device(1)
    folder = pictures(pathlib.Path("/tmp/pictures"), "1280x720", 1)
    if kind == "floor":
        tell(peakMiB=run_floor("--mode", "1280x720", "still", "3s")["peakKiB"] / 1024)
        return
    engine = Engine(folder, "1280x720", "--log-level", "trace")
    engine.wait_for("shows alone")
    time.sleep(1)
    process = engine.process.pid
    before = status(process, "voluntary_ctxt_switches")
    mark("begin")
    time.sleep(float(seconds))
    mark("end")
    wakes = status(process, "voluntary_ctxt_switches") - before
    decoder = int(subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True).stdout.split()[0])
    peaks = [status(number, "VmHWM") / 1024 for number in (process, decoder)]
    told = len(engine.lines)
    engine.stop()
    commits = sum("page flip" in line for line in engine.lines[told:])
    tell(wakeUps=wakes / float(seconds), commits=commits, peakMiB=peaks[0], decoderMiB=peaks[1])


def changes(transition, seconds):
    make_device(1)
    engine = Engine(photos(pathlib.Path("/tmp/photos")), "1920x1080", "--duration", "3s", "--transition", transition)
    engine.wait_for("shows ")
    time.sleep(float(seconds))
    engine.stop()
    late = [int(match[1]) / 1000 for line in engine.lines if (match := re.search(r"shows \S+, (-?\d+) us", line))]
    tell(late=late[1:])


{"crossfade": crossfade, "missed": missed, "first": first, "plugged": plugged, "still": still, "changes": changes}[sys.argv[1]](*sys.argv[2:-2])
