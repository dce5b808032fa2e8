"""Screens that are off by schedule: the kernel's CRTC is inactive, and the right picture is there in the morning."""

import datetime
import signal
import subprocess
import time
import zoneinfo

import pytest

from rig import edid, pictures
from rig.manager import Manager
from rig.pictures import noise
from rig.screen import Screen, expected_crc
from rig.vitrine import PROGRAM, screen_of
from rig.waiting import eventually

pytestmark = pytest.mark.virtual_time

ZONE = zoneinfo.ZoneInfo("Europe/Berlin")


@pytest.fixture
def wall_clock():
    """The wall clock may be set; afterwards it is what it would have been."""
    before = time.time() - time.monotonic()
    yield lambda *moment: time.clock_settime(time.CLOCK_REALTIME, datetime.datetime(*moment, tzinfo=ZONE).timestamp())
    time.clock_settime(time.CLOCK_REALTIME, before + time.monotonic())


@pytest.fixture
def sign(udev_daemon, make_device, tmp_path, monkeypatch):
    """A sign of one screen, on from 7:00 to 22:00, with two pictures of ten seconds each; a notice may wake it."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    device = make_device(status=[False])
    connector = device.connectors[0]
    connector.plug_monitor(edid.monitor("SCREEN", edid.Timing(13000, (400, 16, 96, 48), (300, 10, 2, 33))))
    pictures.save(tmp_path / "media", a=noise(400, 300, 1), b=noise(400, 300, 2))
    pictures.save(tmp_path / "spare", notice=noise(400, 300, 3))
    (tmp_path / "menu.yaml").write_text("""
duration: 10s
transition: cut
items:
  - media/a.png
  - media/b.png
  - {picture: notice.png, optional: true, priority: 950}
""")
    config = tmp_path / "config.yaml"
    config.write_text("""
playlist: menu.yaml
defaults:
  power: {times: '7:00-22:00'}
  wake-priority: 900
""")
    return connector, config


def is_off(connector):
    """Whether the kernel feeds nothing to the connector, and none of the device's CRTCs is active."""
    states = Screen(connector.device).states()
    return screen_of(connector) is None and all(
        state["active"] == "0" for name, state in states.items() if name.startswith("crtc-"))


def due():
    """The CRC of the picture that is to show now."""
    return expected_crc(noise(400, 300, 1 + int(time.time()) // 10 % 2))


def well_inside_a_slide():
    time.sleep(max(0, 2 - time.time() % 10))
    time.sleep((12 - time.time() % 10) if time.time() % 10 > 7 else 0)


def test_a_night_when_the_clocks_change(sign, wall_clock, tmp_path):
    connector, config = sign
    wall_clock(2026, 3, 28, 21, 59, 40)
    with Manager(tmp_path, watchdog=1800) as manager, \
            manager.start("--config", str(config)) as program:
        program.wait_until_lit(connector)
        manager.wait_until_ready()
        eventually(lambda: is_off(connector), "it is off", 30)
        now = datetime.datetime.now(ZONE)
        assert (now.hour, now.minute) == (22, 0) and now.second < 3, now
        eventually(lambda: manager.status["devices"][0]["screens"][0]["state"] == "off", "its status")
        screen, = (screen for screen in manager.status["devices"][0]["screens"])
        assert screen["reason"] == "off until 07:00, by schedule"
        assert screen["until"] == "2026-03-29T07:00:00+02:00"
        assert manager.status["problems"] == []
        status = subprocess.run([PROGRAM, "status", "--file", str(manager.runtime / "status.json")],
                                capture_output=True, text=True)
        assert "off until 07:00, by schedule" in status.stdout and "no problems" in status.stdout, status
        commits, fed = len(program.commits), manager.was_told("WATCHDOG")
        # Eight hours of the clock that runs on: one is left out.
        morning = datetime.datetime(2026, 3, 29, 7, tzinfo=ZONE).timestamp()
        while time.time() < morning - 60:
            time.sleep(min(300, morning - 60 - time.time()))
            manager.take_what_is_there()
            assert is_off(connector)
        assert len(program.commits) == commits, "nothing is committed at night"
        assert manager.was_told("WATCHDOG") > fed + 20, "it is alive nevertheless"
        time.sleep(morning - 0.5 - time.time())
        assert is_off(connector)
        program.wait_until(lambda: program.is_lit(connector), "it is lit", 2)
        assert time.time() - morning < 0.3
        assert screen_of(connector).crcs()[0] == due(), "with the picture that is due\n" + program.log
        well_inside_a_slide()
        assert set(screen_of(connector).crcs(3)) == {due()}
        eventually(lambda: manager.status["devices"][0]["screens"][0]["state"] == "lit", "its status")
        assert program.stop() == 0 and program.warnings == [], program.log


def test_what_happens_at_night(sign, wall_clock, tmp_path):
    connector, config = sign
    wall_clock(2026, 3, 24, 23, 0, 0)
    notice, kept = tmp_path / "notice.png", tmp_path / "spare" / "notice.png"
    with Manager(tmp_path, watchdog=1800) as manager:
        with manager.start("--config", str(config)) as program:
            manager.wait_until_ready()
            assert is_off(connector), "a start at night leaves it dark"
            connector.unplug()
            time.sleep(2)
            assert manager.status["problems"] == [], "a monitor in standby may be gone"
            connector.plug()
            time.sleep(2)
            assert is_off(connector) and not program.commits, program.log
            kept.rename(notice)
            program.wait_until(lambda: program.is_lit(connector), "the notice lights it")
            screen_of(connector).wait_for(noise(400, 300, 3), "notice", 5)
            notice.rename(kept)
            eventually(lambda: is_off(connector), "without it, it is off again", 10)
            answer = subprocess.run([PROGRAM, "identify", "--for", "5s", "--file", str(manager.runtime / "status.json")],
                                    capture_output=True, text=True)
            assert answer.returncode == 0 and connector.name in answer.stdout, answer
            program.wait_until(lambda: program.is_lit(connector), "it says which screen it is")
            eventually(lambda: is_off(connector), "and is off again", 10)
            # An update: the program is started anew.
            program.process.send_signal(signal.SIGHUP)
            assert program.finish() == 0
        with manager.start("--config", str(config)) as program:
            manager.wait_until_ready()
            time.sleep(2)
            assert is_off(connector) and not program.commits, program.log
            wall_clock(2026, 3, 25, 12, 0, 0)
            program.wait_until(lambda: program.is_lit(connector), "setting the clock takes effect at once", 3)
            well_inside_a_slide()
            assert set(screen_of(connector).crcs(3)) == {due()}
            wall_clock(2000, 1, 2, 3, 0, 0)
            time.sleep(2)
            assert program.is_lit(connector), "while the clock is not set it is on"
            # Another schedule, by another configuration.
            wall_clock(2026, 3, 25, 12, 0, 0)
            config.write_text(config.read_text().replace("7:00-22:00", "14:00-22:00"))
            assert program.finish() == 0
        with manager.start("--config", str(config)) as program:
            eventually(lambda: is_off(connector), "off by the new one", 10)
            manager.wait_until_ready()
            assert manager.status["devices"][0]["screens"][0]["reason"] == "off until 14:00, by schedule"
            assert program.stop() == 0 and program.warnings == [], program.log
