"""Faults that somebody prepared on a sign, made by the kernel and by a program that really plays: whoever has only
`vitrine doctor` finds each. Its first finding names the cause, with what to do. TwentyFaultsTests.swift has those too that
need hardware or systemd."""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

import pytest

from rig import drm, pictures, vitrine
from rig.pictures import GREEN, solid
from rig.share import Share
from rig.terminal import Terminal
from rig.vitrine import Vitrine
from rig.waiting import eventually

sys.path.insert(0, os.environ["RIG_TOOLS"])
from make_edid import Monitor  # noqa: E402

MONITOR = Monitor(name="LANDSCAPE", maker="DEL", serial=77, timings=["1280x720@60", "1024x768@60"]).edid()
RUNTIME = pathlib.Path("/run/vitrine")
STATUS = RUNTIME / "status.json"
FAULTS = {}


class Sign:
    """A device with two connectors, one with a monitor; a folder with a picture; a configuration."""

    def __init__(self, device, folder):
        self.device, self.folder = device, folder
        self.connector, self.other = device.connectors
        self.media = pictures.save(folder / "media", green=solid(64, 48, GREEN))
        self.playlist = self.media
        self.config = folder / "config.yaml"
        self.by = []

    def configure(self, more=""):
        self.config.write_text(f"playlist: {self.playlist}\ntransition: 0s\n{more}")

    def write(self, text):
        """A playlist, which is the one that plays."""
        self.playlist = self.folder / "menu.yaml"
        self.playlist.write_text(text)

    @contextlib.contextmanager
    def play(self, until=None, options=("--seat", "none"), **start):
        """Plays unattended, with a runtime directory, until it is lit or its status says something."""
        if not self.config.exists():
            self.configure()
        with Vitrine("--unattended", "--config", self.config, *options,
                     env={"RUNTIME_DIRECTORY": str(RUNTIME)}, **start) as program:
            program.wait_until(lambda: (until or is_lit)(status()), "its status says so", 30)
            yield program

    def diagnose(self):
        """The findings in their order."""
        ended = subprocess.run([*self.by, vitrine.PROGRAM, "doctor", "--json", "--config", str(self.config)],
                               capture_output=True, text=True, timeout=60)
        return json.loads(ended.stdout)["findings"]


def status():
    with contextlib.suppress(FileNotFoundError, ValueError):
        return json.loads(STATUS.read_text())
    return {}


def states(told):
    return [screen["state"] for device in told.get("devices", []) for screen in device["screens"]]


def is_lit(told):
    return "lit" in states(told)


def fault(code, cause, remedy):
    """A fault: a generator that makes it and yields, with the first finding that is expected."""
    def register(make):
        FAULTS[make.__name__.replace("_", " ")] = (make, code, cause, remedy)
        return make
    return register


@fault("unplugged", "it was lit before", "vitrine --list-connectors")
def a_screen_is_unplugged(sign):
    sign.other.plug()
    with sign.play():
        eventually(lambda: states(status()).count("lit") == 2, "both are lit")
        sign.connector.unplug()
        eventually(lambda: "disconnected" in states(status()), "it is noticed")
        yield


@fault("mode-unavailable", "no mode 3840x2160", "mode: ")
def the_configured_mode_is_not_there(sign):
    sign.configure("defaults: {mode: 3840x2160}\n")
    with sign.play():
        yield


@fault("nothing-scheduled", "black: nothing is scheduled", "render --timeline")
def nothing_is_scheduled(sign):
    sign.write("items: [{picture: media/green.png, schedule: {dates: 2020-12-01..2020-12-24}}]\n")
    with sign.play():
        eventually(lambda: any(zone["unscheduled"] for device in status()["devices"] for screen in device["screens"]
                               for zone in screen["zones"]), "it is said")
        yield


@fault("pictures-skipped", "offer.jpg", "vitrine check --decode")
def a_picture_is_broken(sign):
    (sign.media / "offer.jpg").write_bytes(b"not a picture" * 100)
    with sign.play():
        yield


@fault("unanswered", "it did not answer in time", "a network share")
def a_share_does_not_answer(sign):
    pictures.save(sign.folder / "server", blue=solid(64, 48, GREEN))
    with Share(sign.folder / "server", sign.folder / "share") as share:
        sign.write("duration: 1s\ntransition: 0s\nitems: [media/green.png, share/blue.png]\n")
        with sign.play(options=("--seat", "none", "--cache-size", "0")):
            share.hang()
            try:
                # Looking at a slow share takes its time, and is done the more seldom: once a minute at least.
                eventually(lambda: status()["playlists"][0]["problems"], "it is noticed", limit=150)
                yield
            finally:
                share.resume()


@fault("disk-full", "full: ", "du -xh")
def the_disk_is_full(sign):
    with mounted(sign.media, "size=16m"):
        pictures.save(sign.media, green=solid(64, 48, GREEN))
        with contextlib.suppress(OSError), open(sign.media / "log", "wb", buffering=0) as file:
            while file.write(bytes(1 << 20)):
                pass
        with sign.play():
            yield


@fault("permission-denied", "nobody has no permission to open it", "adduser nobody")
def the_user_has_no_permission(sign):
    open_to_all(sign)
    sign.by = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    sign.configure()
    yield


@fault("other-master", "(process ", "systemctl status")
def a_second_program_has_the_screens(sign):
    with drm.Card(sign.device.path), sign.play(until=lambda told: any(d["waiting"] for d in told.get("devices", []))):
        yield


@fault("no-device", "there is no display device", "dmesg")
def there_is_no_device(sign):
    sign.configure()
    sign.device.remove()
    yield


@fault("no-such-connector", "HDMI-9 is no connector", "nano +4")
def the_configuration_names_a_wrong_connector(sign):
    sign.configure("outputs:\n  - match: {connector: HDMI-9}\n    mode: 1024x768\n")
    with sign.play():
        yield


@fault("decoder-broken", "cannot be decoded", "dpkg --verify vitrine")
def the_decoder_is_gone(sign):
    with decoder(sign, "", 0o644), sign.play() as program:
        program.wait_until(lambda: "the decoder cannot be started" in program.log, "it says so", 30)
        yield


@fault("decoder-broken", "cannot be decoded", "dpkg --verify vitrine")
def the_decoder_dies(sign):
    with decoder(sign, "#!/bin/sh\nkill -SEGV $$\n", 0o755), sign.play():
        yield


@fault("not-running", "was killed or crashed", "vitrine FOLDER")
def the_player_was_killed(sign):
    with sign.play() as program:
        program.process.kill()
        program.process.wait()
        yield


@fault("playlist-broken", "no pictures here", "vitrine check")
def the_folder_is_empty(sign):
    (sign.media / "green.png").unlink()
    with sign.play():
        yield


@fault("configuration-broken", "gone.yaml: no such file or folder", "vitrine check")
def the_playlist_is_missing(sign):
    sign.playlist = sign.folder / "gone.yaml"
    with sign.play():
        yield


@fault("playlist-broken", "wipe-off", "vitrine check")
def a_transition_is_unknown(sign):
    sign.write("transition: {type: wipe-off}\nitems: [media/green.png]\n")
    with sign.play():
        yield


@fault("playlist-broken", "own.frag", "vitrine check")
def a_shader_is_broken(sign):
    (sign.folder / "own.frag").write_text("vec4 transition(vec2 uv) { return nothing; }\n")
    sign.write("transition: {type: own.frag}\nitems: [media/green.png, {colour: '#f00'}]\n")
    with sign.play():
        yield


@fault("configuration-broken", "there is no key 'moed' here; did you mean 'mode'?", "config.yaml")
def the_configuration_has_a_mistake(sign):
    sign.configure("defaults: {moed: 1024x768}\n")
    with sign.play():
        yield


@fault("configuration-broken", "counts as it was before", "vitrine check")
def the_configuration_changes_and_has_a_mistake(sign):
    with sign.play():
        sign.configure("defaults: {moed: 1024x768}\n")
        eventually(lambda: (status()["configuration"] or {})["mode"] == "former", "it is noticed")
        yield


@fault("clock-wrong", "it is wrong", "timedatectl set-ntp true")
def the_clock_is_not_set(sign):
    now, since = time.time(), time.monotonic()
    with sign.play():
        time.clock_settime(time.CLOCK_REALTIME, 1000)
        try:
            yield
        finally:
            time.clock_settime(time.CLOCK_REALTIME, now + time.monotonic() - since)


@fault("session-away", "is shown", "chvt 2")
def another_session_has_the_screens(sign):
    here, elsewhere = Terminal(2), Terminal(3)
    with open(here.path), open(elsewhere.path):
        show(here)
        try:
            with sign.play(options=("--seat", "vt"), terminal=here.path):
                show(elsewhere)
                eventually(lambda: status()["session"]["active"] is False, "it is noticed")
                yield
        finally:
            show(here)


@fault("no-screen", "no monitor is connected", "vitrine --list-connectors")
def no_monitor_is_connected(sign):
    sign.connector.unplug()
    with sign.play(until=states):
        yield


@fault("no-edid", "gives no EDID", "edid: FILE")
def the_monitor_gives_no_edid(sign):
    sign.connector.plug_monitor(None)
    with sign.play():
        yield


@contextlib.contextmanager
def mounted(folder, options):
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextlib.contextmanager
def decoder(sign, text, mode):
    """Another file in the place of the decoder's program."""
    instead = sign.folder / "instead"
    instead.write_text(text)
    instead.chmod(mode)
    program = pathlib.Path(vitrine.PROGRAM).with_name("vitrine-decode")
    subprocess.run(["mount", "--bind", instead, program], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", program], check=True)


def show(terminal):
    terminal.activate()
    eventually(lambda: terminal.is_shown, f"{terminal.path} is shown")


def open_to_all(sign):
    for folder in (sign.folder, *list(sign.folder.parents)[:3]):  # pytest keeps them to itself
        os.chmod(folder, 0o755)


@pytest.fixture
def sign(udev_daemon, make_device, tmp_path):
    device = make_device(crtcs=2, connectors=2, status=[True, False])
    device.connectors[0].plug_monitor(MONITOR)
    RUNTIME.mkdir(exist_ok=True)
    yield Sign(device, tmp_path)
    shutil.rmtree(RUNTIME)


@pytest.mark.parametrize("name", FAULTS)
def test_the_first_finding_is_the_cause(sign, name):
    make, code, cause, remedy = FAULTS[name]
    with contextlib.contextmanager(make)(sign):
        found = sign.diagnose()
        first = found[0]
        assert (first["verdict"], first["code"]) == ("problem", code), found[:4]
        assert cause in first["sentence"] and remedy in first["remedy"], first
