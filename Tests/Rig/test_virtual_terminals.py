"""Somebody switches to another virtual terminal and back: the screens are given away, and taken again."""

import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess

import pytest

from rig import drm, pictures, screen, terminal, vitrine
from rig.keyboard import Keyboard
from rig.manager import Manager
from rig.pictures import BLUE, GREEN, solid
from rig.process import Program
from rig.screen import Screen
from rig.terminal import Terminal
from rig.vitrine import Vitrine, screen_of
from rig.waiting import eventually

HERE, ELSEWHERE = Terminal(2), Terminal(3)
SOMEBODY = "nobody"


class Seat:
    """A way to get access to the screens."""

    def __init__(self, name, session, options=(), env=None, user=None, daemon=None):
        self.name, self.session, self.options, self.user, self.daemon = name, session, options, user, daemon
        self.start = {"terminal": HERE.path, "env": env or {}, "user": user}

    @property
    def is_vt(self):
        return self.session == VT

    @contextlib.contextmanager
    def play(self, media, *options):
        """Starts the program there, and waits until it has said that it is."""
        with Vitrine(media, *self.options, *options, **self.start) as program:
            program.wait_until(lambda: re.search(f"^vitrine: session: {self.session}", program.log, re.M),
                               f"it has the session {self.session}")
            yield program


VT, LIBSEAT = f"virtual terminal tty{HERE.number}", "libseat seat0"
SEATD = ["seatd", "-g", "video"]
SEATS = [
    Seat("vt", VT),
    Seat("vt, a user", VT, user=SOMEBODY),
    Seat("seatd", LIBSEAT, daemon=SEATD),
    Seat("seatd, a user", LIBSEAT, daemon=SEATD, user=SOMEBODY),
    Seat("builtin", LIBSEAT, options=["--seat", "libseat"], env={"LIBSEAT_BACKEND": "builtin"}),
]


@pytest.fixture(params=SEATS, ids=lambda seat: seat.name)
def seat(request, tmp_path_factory):
    """Terminal 2 is shown. What the user needs is granted."""
    seat = request.param
    with open(ELSEWHERE.path), open(HERE.path):  # a terminal that nobody has open goes away
        switch(HERE)
        os.chown(HERE.path, 65534 if seat.user else 0, -1)
        let_everybody_into(tmp_path_factory.getbasetemp())
        if seat.daemon is None:
            yield seat
        else:
            with Program(*seat.daemon) as daemon:
                daemon.wait_until(lambda: os.path.exists("/run/seatd.sock"), "seatd listens")
                yield seat
                daemon.stop()
        switch(Terminal(1))


def let_everybody_into(folder):
    for each in (folder, *folder.parents[:-2]):  # not / and /tmp, which are
        each.chmod(0o755)


def switch(to, limit=2.0):
    to.activate()
    eventually(lambda: to.is_shown, f"{to.path} is shown", limit)


@pytest.fixture
def media(tmp_path):
    tmp_path.chmod(0o755)
    return pictures.save(tmp_path / "media", green=solid(1024, 768, GREEN))


class Other:
    """Another program that drives the screens while it can."""

    def __init__(self, device):
        self.card = drm.Card(device.path)
        self.device = device
        self.picture = pictures.noise(640, 480)
        self.card.light(self.picture)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.card.give_up_master()
        self.card.__exit__()


@pytest.mark.virtual_time
def test_away_and_back(seat, udev_daemon, device, media):
    green = solid(1024, 768, GREEN)
    with seat.play(media) as program:
        program.wait_until_lit(device.connectors[0])
        screen_of(device.connectors[0]).wait_for(green, "before")
        assert HERE.contents == terminal.GRAPHICS and HERE.switching == terminal.BY_PROGRAM
        before = None
        for _ in range(20):
            switch(ELSEWHERE)
            with Other(device) as other:
                Screen(device).wait_for(other.picture, "of-the-other")
            switch(HERE)
            Screen(device).wait_for(green, "back", limit=2.0)
            before = before or len(program.descriptors())
        assert len(program.descriptors()) == before, program.descriptors()
        assert program.stop(limit=1.0) == 0
        assert program.warnings == [] and "error: " not in program.log, program.log
    assert HERE.contents == terminal.TEXT


def test_nothing_is_committed_while_away(seat, udev_daemon, device, tmp_path):
    """In real time, where a seat's daemon takes DRM master away in the middle of a frame."""
    tmp_path.chmod(0o755)
    moving = pictures.save(tmp_path / "media", a=solid(1024, 768, GREEN), b=solid(1024, 768, BLUE))
    with seat.play(moving, "--duration", "1s", "--transition", "1s") as program:
        program.wait_until_lit(device.connectors[0])
        program.wait_until(lambda: len(program.commits) > 30, "the pictures move")
        for _ in range(3):
            switch(ELSEWHERE)
            with Other(device) as other:
                Screen(device).wait_for(other.picture, "of-the-other")
                assert set(Screen(device).crcs(60)) == {screen.expected_crc(other.picture)}
            switch(HERE)
            count = len(program.commits)
            program.wait_until(lambda: len(program.commits) > count + 10, "the pictures move again", limit=2.0)
        away = re.findall(r"switched away\n(.*?)^vitrine: .*?: switched here$", program.log, re.M | re.S)
        assert len(away) == 3
        assert not [line for text in away for line in text.splitlines() if "modeset:" in line or "flip:" in line]
        assert program.stop(limit=1.0) == 0
        assert program.warnings == [], program.log


@pytest.mark.virtual_time
def test_ends_while_away(seat, udev_daemon, device, media):
    with seat.play(media) as program:
        program.wait_until_lit(device.connectors[0])
        switch(ELSEWHERE)
        with Other(device) as other:
            Screen(device).wait_for(other.picture, "of-the-other")
            assert program.stop(limit=1.0) == 0
            assert set(Screen(device).crcs(2)) == {screen.expected_crc(other.picture)}
        assert program.warnings == [], program.log
    assert HERE.contents == terminal.TEXT
    # seatd keeps deciding about the terminals that it has had, and lets every switch go on.
    assert HERE.switching == (terminal.AUTOMATIC if seat.is_vt else terminal.BY_PROGRAM)
    switch(HERE)


@pytest.mark.virtual_time
def test_killed(seat, udev_daemon, device, media):
    """The seat sets the terminal back for it, or the kernel when it asks in vain at the next switch."""
    with seat.play(media) as program:
        program.wait_until_lit(device.connectors[0])
        program.stop(signal.SIGKILL)
        if seat.is_vt:
            switch(ELSEWHERE)
        eventually(lambda: HERE.contents == terminal.TEXT, "text on the terminal that it was on")
        # The process of libseat's builtin seat may die of the request; the next one goes through.
        eventually(lambda: ELSEWHERE.activate() or ELSEWHERE.is_shown, "switching goes on")
        switch(HERE)


@pytest.mark.virtual_time
def test_monitors_that_change_while_away(seat, udev_daemon, make_device, media):
    device = make_device(crtcs=2, connectors=2, status=[True, False])
    first, second = device.connectors
    with seat.play(media) as program:
        program.wait_until_lit(first)
        switch(ELSEWHERE)
        first.unplug()
        second.plug()
        switch(HERE)
        program.wait_until_lit(second, limit=2.0)
        screen_of(second).wait_for(solid(1024, 768, GREEN), "second")
        assert screen_of(first) is None
        switch(ELSEWHERE)
        first.plug()
        switch(HERE)
        program.wait_until_lit(first, second, limit=2.0)
        screen_of(first).wait_for(solid(1024, 768, GREEN), "first")
        assert program.stop(limit=1.0) == 0
        assert program.warnings == [f"{first.name}: disconnected"], program.log


@pytest.mark.virtual_time
def test_devices_that_change_while_away(seat, udev_daemon, make_device, media):
    """One is removed, and nothing of it is kept open; another one comes."""
    first = make_device("first")
    with seat.play(media) as program:
        program.wait_until_lit(first.connectors[0])
        switch(ELSEWHERE)
        first.remove()
        program.wait_until(lambda: not opened(program, "/dev/dri/"), "the removed device is closed")
        second = make_device("second")
        assert not opened(program, second.path)
        switch(HERE)
        program.wait_until_lit(second.connectors[0], limit=2.0)
        screen_of(second.connectors[0]).wait_for(solid(1024, 768, GREEN), "second")
        assert program.stop(limit=1.0) == 0


def opened(program, path):
    return [number for number, name in program.descriptors().items() if name.startswith(path)]


@pytest.mark.virtual_time
def test_the_other_program_keeps_the_screens(udev_daemon, device, media):
    """Without a seat's daemon nobody takes DRM master away from it: wait, and say so once."""
    with open(ELSEWHERE.path), open(HERE.path):
        switch(HERE)
        os.chown(HERE.path, 0, -1)
        with Vitrine(media, "--seat", "vt", terminal=HERE.path) as program:
            program.wait_until_lit(device.connectors[0])
            switch(ELSEWHERE)
            with Other(device) as other:
                switch(HERE)
                program.wait_until(lambda: program.warnings, "it says that it waits")
                assert set(Screen(device).crcs(120)) == {screen.expected_crc(other.picture)}
            Screen(device).wait_for(solid(1024, 768, GREEN), "back", limit=2.0)
            assert len(program.warnings) == 1 and "DRM master" in program.warnings[0], program.log
            assert program.stop(limit=1.0) == 0
    switch(Terminal(1))


@pytest.mark.virtual_time
def test_comes_to_the_front_when_started_in_the_back(udev_daemon, device, media):
    with open(HERE.path), open(ELSEWHERE.path):
        switch(ELSEWHERE)
        with Vitrine(media, "--seat", "vt", terminal=HERE.path) as program:
            program.wait_until_lit(device.connectors[0])
            assert HERE.is_shown
            assert program.stop(limit=1.0) == 0
    switch(Terminal(1))


@pytest.mark.virtual_time
def test_seatd_goes(udev_daemon, device, media):
    """The program ends with an error, for the service manager."""
    with open(HERE.path), Program("seatd") as daemon:
        switch(HERE)
        daemon.wait_until(lambda: os.path.exists("/run/seatd.sock"), "seatd listens")
        with Vitrine(media, "--seat", "libseat", terminal=HERE.path) as program:
            program.wait_until_lit(device.connectors[0])
            daemon.stop()
            assert program.finish(limit=5.0) == 71
            assert "error: libseat" in program.log
    switch(Terminal(1))


@pytest.mark.virtual_time
def test_without_a_terminal_there_is_no_session(udev_daemon, device, media):
    with Program("setsid", "--wait", vitrine.PROGRAM, media) as program:
        program.wait_until(lambda: "session: none (" in program.log, "it says which session it has")
        program.stop()
    refused = subprocess.run(
        ["setsid", "--wait", vitrine.PROGRAM, "--seat", "vt", media], capture_output=True, text=True,
        timeout=10)
    assert refused.returncode == 69
    assert "--seat vt: not started on a virtual terminal" in refused.stderr


@pytest.mark.virtual_time
def test_without_a_daemon_there_is_no_seat(udev_daemon, device, media):
    """Also not libseat's builtin one, which would take the terminal that is shown."""
    with open(HERE.path):
        switch(HERE)
        with Vitrine(media, "--seat", "libseat", terminal=HERE.path) as program:
            assert program.finish(limit=10.0) == 69
            assert re.search("--seat libseat: seatd: .*; logind: ", program.log), program.log
        assert HERE.switching == terminal.AUTOMATIC
    switch(Terminal(1))


@pytest.mark.virtual_time
def test_tells_when_the_wall_clock_is_set(udev_daemon, device, media):
    with Vitrine(media) as program:
        program.wait_until_lit(device.connectors[0])
        wakes = program.wake_ups()
        subprocess.run(["date", "--set", "+1 hour"], check=True, stdout=subprocess.DEVNULL)
        program.wait_until(lambda: "the wall clock was set by " in program.log, "it says so")
        subprocess.run(["date", "--set", "-1 hour"], check=True, stdout=subprocess.DEVNULL)
        steps = program.wait_until(
            lambda: (found := re.findall(r"the wall clock was set by (\S+) s", program.log)) and len(found) == 2 and found,
            "it says so again")
        assert [round(float(step) / 60) for step in steps] == [60, -60]
        assert "suspension" not in program.log
        assert program.warnings == []


def test_who_has_the_screens_keeps_them_when_it_starts_again(udev_daemon, device, media, tmp_path):
    """The kernel lets a user's process drop DRM master only of files that it opened itself; so after a crash the first
    switch away ends it, and then its supervisor starts it while somebody else is there."""
    let_everybody_into(tmp_path)
    start = {"terminal": HERE.path, "user": SOMEBODY}
    with open(HERE.path), open(ELSEWHERE.path), Manager(tmp_path) as manager:
        switch(HERE)
        for path in (HERE.path, manager.runtime, manager.address):
            os.chown(path, 65534, -1)
        with manager.start(media, "--seat", "vt", **start) as first:
            first.wait_until_lit(device.connectors[0])
            manager.listen(lambda: manager.kept, "it leaves its device with the manager")
            first.stop(signal.SIGKILL)
        with manager.start(media, "--seat", "vt", **start) as second:
            manager.wait_until_ready()
            assert "going on with the picture" in second.log
            # What may ask a process that has just died is asked again.
            eventually(lambda: ELSEWHERE.activate() or ELSEWHERE.is_shown, "the other terminal is shown")
            second.finish()
            manager.listen(lambda: not manager.kept, "the device is forgotten")
        with manager.start(media, "--seat", "vt", **start) as third:
            third.wait_until(lambda: (status := manager.status) and status["pid"] == third.process.pid
                             and status["devices"][0]["waiting"], "it waits")
            assert ELSEWHERE.is_shown
            with Other(device) as other:
                Screen(device).wait_for(other.picture, "of-the-other")
            switch(HERE)
            third.wait_until_lit(device.connectors[0])
            Screen(device).wait_for(solid(1024, 768, GREEN), "back", limit=2.0)
            assert third.stop() == 0
    switch(Terminal(1))


def blocked_signals(process):
    """Of each thread, the mask of the signals that it blocks."""
    threads = pathlib.Path(f"/proc/{process}/task").iterdir()
    return [int(re.search(r"^SigBlk:\s*(\w+)", (each / "status").read_text(), re.M)[1], 16) for each in threads]


@pytest.mark.virtual_time
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
def test_every_thread_leaves_signals_to_the_loop(seat, udev_daemon, device, media, ending):
    with seat.play(media) as program:
        program.wait_until_lit(device.connectors[0])
        handled = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1, signal.SIGRTMIN, signal.SIGRTMIN + 1]
        for mask in blocked_signals(program.process.pid):
            assert [number for number in handled if not mask & 1 << number - 1] == []
        program.wait_until(lambda: ": lit at" in program.log, "it says that it is lit")
        program.process.send_signal(signal.SIGUSR1)
        answer = f"{device.path}: {device.connectors[0].name}.*lit at"
        program.wait_until(lambda: re.search(answer, program.log), "it answers")
        assert program.stop(ending, limit=2.0) == 0


@pytest.fixture
def bystander():
    """The process that Ctrl-Alt-Del interrupts, in place of process 1."""
    settings = [pathlib.Path("/proc/sys/kernel") / name for name in ("ctrl-alt-del", "cad_pid")]
    former = [path.read_text() for path in settings]
    with Program("sleep", "1000") as process:
        settings[0].write_text("0")
        settings[1].write_text(str(process.process.pid))
        yield process
        for path, text in zip(settings, former):
            path.write_text(text)


@pytest.mark.virtual_time
def test_unattended_no_key_does_anything(seat, udev_daemon, device, media, bystander, tmp_path):
    with seat.play(media, "--unattended") as program, Keyboard() as keyboard:
        program.wait_until_lit(device.connectors[0])
        assert HERE.keyboard == terminal.KEYBOARD_OFF
        assert not (seat.is_vt and HERE.sends_signals)
        keyboard.press("ctrl", "c")
        keyboard.press("ctrl", "alt", "f3")
        keyboard.press("ctrl", "alt", "delete")
        program.process.send_signal(signal.SIGINT)
        count = program.wake_ups()
        program.process.send_signal(signal.SIGUSR1)
        program.wait_until(lambda: program.wake_ups() > count, "it goes on")
        assert HERE.is_shown and bystander.process.poll() is None
        # Who may, still switches; and back again no key does anything.
        switch(ELSEWHERE)
        switch(HERE)
        program.wait_until_lit(device.connectors[0], limit=2.0)
        eventually(lambda: HERE.keyboard == terminal.KEYBOARD_OFF, "the keyboard is off again")
        assert program.stop(limit=1.0) == 0
    eventually(lambda: HERE.keyboard == terminal.KEYBOARD_UNICODE, "the keyboard is back")
    assert HERE.sends_signals


@pytest.mark.virtual_time
def test_at_a_desk_keys_do_what_they_always_do(seat, udev_daemon, device, media, bystander):
    with seat.play(media) as program, Keyboard() as keyboard:
        program.wait_until_lit(device.connectors[0])
        eventually(lambda: HERE.keyboard == terminal.KEYBOARD_UNICODE, "the keyboard is on")
        keyboard.press("ctrl", "alt", "f3")
        eventually(lambda: ELSEWHERE.is_shown, "the other terminal is shown")
        switch(HERE)
        program.wait_until_lit(device.connectors[0], limit=2.0)
        eventually(lambda: HERE.keyboard == terminal.KEYBOARD_UNICODE, "the keyboard is on again")
        keyboard.press("ctrl", "alt", "delete")
        assert bystander.finish(limit=2.0) == -signal.SIGINT
        assert program.lines[0] == f"plays {media} (1 picture)"
        assert program.lines[1].startswith("to stop: Ctrl-C")
        keyboard.press("ctrl", "c")
        assert program.finish(limit=2.0) == 0
    assert HERE.keyboard == terminal.KEYBOARD_UNICODE and HERE.sends_signals


@pytest.mark.virtual_time
def test_the_keyboard_after_a_crash(udev_daemon, device, media, tmp_path):
    """The next process does not take what the killed one has left for what was there before."""
    with open(HERE.path), open(ELSEWHERE.path):
        switch(HERE)
        os.chown(HERE.path, 0, -1)
        for ending in (signal.SIGKILL, signal.SIGTERM):
            with Vitrine(media, "--seat", "vt", "--unattended", terminal=HERE.path) as program:
                program.wait_until_lit(device.connectors[0])
                assert HERE.keyboard == terminal.KEYBOARD_OFF
                program.stop(ending)
        assert HERE.keyboard == terminal.KEYBOARD_UNICODE and HERE.sends_signals
    switch(Terminal(1))


def inittab_command():
    """What docs/service.md has an init without systemd run, and start again whenever it ends."""
    page = (vitrine.REPOSITORY / "docs/service.md").read_text()
    return re.search(r"^    v:2345:respawn:(.*)$", page, re.M)[1]


@pytest.mark.parametrize("seat", [SEATS[1]], indirect=True, ids=["as in inittab"])
def test_a_plain_init_starts_it_again(seat, udev_daemon, device, media, tmp_path):
    command = inittab_command()
    for there, here in [("--reuid=vitrine --regid=vitrine", "--reuid=nobody --regid=nogroup"), ("/dev/tty1", HERE.path),
                        ("/usr/bin/vitrine --unattended", f"{vitrine.PROGRAM} --unattended {media}"),
                        ("/run/vitrine", str(tmp_path))]:
        assert there in command
        command = command.replace(there, here)
    os.chown(tmp_path, 65534, -1)
    shut_down = tmp_path / "shut-down"
    with Program("sh", "-c", f"until [ -e {shut_down} ]; do {command}; sleep 0.2; done") as init:
        for life in range(2):
            init.wait_until(lambda: (status := tmp_path / "status.json").exists() and '"lit"' in status.read_text(),
                            "it is lit", 10)
            Screen(device).wait_for(solid(1024, 768, GREEN), "lit-by-init", limit=5)
            process = json.loads((tmp_path / "status.json").read_text())["pid"]
            (tmp_path / "status.json").unlink()
            if life == 1:
                shut_down.touch()
            os.kill(process, signal.SIGKILL)
        init.finish()  # it has waited for the player, so that no switch asks one that has just died
