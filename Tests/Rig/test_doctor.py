"""`vitrine doctor` on a real display device: what it says, that it disturbs nobody, and what its bundle replays."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

from rig import drm, pictures
from rig.pictures import GREEN, solid
from rig.vitrine import PROGRAM, Vitrine, mode_of, screen_of
from rig.vkms import ConnectorType

PROBLEMS, CANNOT_CREATE = 1, 73
NOT_RUNNING = ("not-running", "vitrine")
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
STATUS = pathlib.Path("/run/vitrine/status.json")

sys.path.insert(0, os.environ["RIG_TOOLS"])
from make_edid import CTA, Monitor  # noqa: E402

LANDSCAPE = Monitor(name="LANDSCAPE", maker="DEL", serial=77, timings=["1280x720@60", "1024x768@60"]).edid()
TELEVISION = Monitor(name="TELEVISION", timings=["1920x1080@60"], cta=CTA(vics=[16], audio=True)).edid()
PORTRAIT = Monitor(name="PORTRAIT", maker="VTR", serial=78, timings=["720x1280@60"]).edid()


def run(*arguments, by=()):
    """Runs a command of the program to its end: (status, standard output, standard error)."""
    ended = subprocess.run([*by, PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=60)
    return ended.returncode, ended.stdout, ended.stderr


def findings(*arguments, by=()):
    """What it finds as root: (verdict, code, subject) -> the finding."""
    status, output, log = run("doctor", "--json", *arguments, by=by)
    report = json.loads(output)
    found = {(f["verdict"], f["code"], f["subject"]): f for f in report["findings"]}
    assert report["problems"] == sum(verdict == "problem" for verdict, _, _ in found), log
    assert status == (PROBLEMS if report["problems"] else 0), log
    return found


def problems(found):
    return [key[1:] for key in found if key[0] == "problem"]


@pytest.fixture
def sign(device):
    """A device whose monitor says what it is, and has been asked."""
    device.connectors[0].plug_monitor(LANDSCAPE)
    run("--list-connectors")
    return device


@pytest.fixture
def media(tmp_path):
    return pictures.save(tmp_path / "media", green=solid(1280, 720, GREEN))


def test_healthy_while_vitrine_plays(udev_daemon, device, media):
    connector = device.connectors[0]
    connector.plug_monitor(LANDSCAPE)
    with Vitrine(media) as program:
        program.wait_until_lit(connector)
        screen_of(connector).wait_for(solid(1280, 720, GREEN), "doctor-before")
        modesets = len(program.commits)
        found = findings(media)
        assert problems(found) == []
        assert "driven by vitrine" in run("doctor", media)[1]
        assert found["good", "screen", connector.name]["sentence"].startswith("DEL LANDSCAPE, shows 1280x720@60")
        assert ("good", "playlist", str(media)) in found
        # Nothing of it was felt.
        assert len(program.commits) == modesets and not program.warnings, program.log
        assert screen_of(connector) is not None and mode_of(connector) == "1280x720@60"


def test_what_the_running_program_says_is_believed(udev_daemon, device, media):
    connector = device.connectors[0]
    STATUS.parent.mkdir(exist_ok=True)
    with Vitrine(media) as program:
        program.wait_until_lit(connector)
        screen = {"connector": connector.name, "monitor": None, "state": "dark", "mode": None,
                  "reason": "no mode works", "tried": ["1024x768@60: atomic test: Invalid argument"]}
        STATUS.write_text(json.dumps({
            "version": "0.1.0", "pid": program.process.pid, "session": {"kind": "virtual terminal tty1", "active": True},
            "devices": [{"path": device.path, "waiting": None, "screens": [screen]}], "playlists": []}))
        try:
            found = findings(media)
            # What may be the cause comes first.
            assert problems(found) == [("no-edid", connector.name), ("dark", connector.name)]
            assert "no mode works; refused: 1024x768@60" in found["problem", "dark", connector.name]["sentence"]
        finally:
            STATUS.unlink()


def test_names_the_other_master(udev_daemon, sign, media):
    with drm.Card(sign.path):  # the first to open it is its DRM master
        found = findings(media)
        assert problems(found) == [("other-master", sign.path), NOT_RUNNING]
        finding = found["problem", "other-master", sign.path]
        assert f"(process {os.getpid()})" in finding["sentence"] and finding["remedy"]
        with Vitrine(media) as program:
            program.wait_until(lambda: program.warnings, "it says that it waits")
            assert ("other-master", sign.path) in problems(findings(media))
    assert problems(findings(media)) == [NOT_RUNNING]


def test_becomes_no_master(sign, media):
    """Whoever comes while it looks finds the device free."""
    findings(media)
    with drm.Card(sign.path) as card:
        crtcs, (connector, *_) = card.resources()
        _, modes = card.connector(connector)
        black = card.dumb_framebuffer(drm.numpy.zeros((modes[0].vdisplay, modes[0].hdisplay, 3), drm.numpy.uint8))
        card.set_crtc(crtcs[0], connector, modes[0], black)
        findings(media)
        card.flip(crtcs[0], black)  # fails for who is not master


def test_as_somebody_without_permission(sign, media):
    for folder in media.parents[:3]:  # pytest keeps them to itself
        os.chmod(folder, 0o755)
    found = findings(media, by=NOBODY)
    assert problems(found) == [("permission-denied", sign.path)]
    finding = found["problem", "permission-denied", sign.path]
    assert "nobody has no permission to open it" in finding["sentence"] and "adduser nobody" in finding["remedy"]
    assert ("notice", "limited-view", "view") in found


def test_without_a_device(tmp_path):
    found = findings(tmp_path / "nothing")
    assert problems(found) == [("no-device", "/dev/dri"), ("playlist-broken", str(tmp_path / "nothing"))]


def test_broken_playlist_and_edid(device, tmp_path):
    connector = device.connectors[0]
    broken = bytearray(TELEVISION)
    broken[255] ^= 1  # of the extension: with a broken first block the kernel takes none
    connector.plug_monitor(bytes(broken))
    run("--list-connectors")  # asks the monitor, which the doctor does not
    playlist = tmp_path / "menu.yaml"
    playlist.write_text("items: [no-such-picture.png]\nfoo: bar\n")
    found = findings(playlist)
    assert problems(found) == [("playlist-broken", str(playlist)), NOT_RUNNING]
    assert f"vitrine check {playlist}" in found["problem", "playlist-broken", str(playlist)]["remedy"]
    assert ("notice", "edid-faulty", connector.name) in found


def listed(*arguments):
    status, output, log = run("--list-connectors", "--json", *arguments)
    assert status == 0, log
    return json.loads(output)


def test_bundle_is_listed_as_the_machine_is(udev_daemon, make_device, media, tmp_path):
    first = make_device("first", crtcs=2, connectors=3, status=[True, True, False])
    second = make_device("second", connector_type=ConnectorType.DISPLAY_PORT)
    first.connectors[0].plug_monitor(LANDSCAPE)
    first.connectors[1].plug_monitor(PORTRAIT)
    second.connectors[0].plug_monitor(LANDSCAPE)
    bundle = tmp_path / "report.json"
    with Vitrine(media) as program:
        program.wait_until_lit(*first.connectors[:2], second.connectors[0])
        status, page, log = run("doctor", media, "--bundle", bundle)
        assert status == 0 and page.startswith("vitrine ") and str(bundle) in log, page + log
        assert bundle.stat().st_mode & 0o777 == 0o600
        live, replayed = listed(), listed("--from", bundle)
    assert replayed == live
    report = json.loads(bundle.read_text())
    assert report["vitrine-report"] == 1 and report["files"] == {} and report["taken"].endswith("Z")


def test_bundle_is_played_without_hardware(udev_daemon, make_device, media, tmp_path):
    device = make_device(crtcs=2, connectors=3, status=[True, True, False])
    device.connectors[0].plug_monitor(LANDSCAPE)
    device.connectors[1].plug_monitor(PORTRAIT)
    run("--list-connectors")
    config = tmp_path / "config.yaml"
    config.write_text(f"playlist: {media}\n")
    status, bundle, log = run("doctor", "--config", config, "--bundle", "-")
    assert status == PROBLEMS, log  # no player runs
    report = json.loads(bundle)
    assert report["files"] == {str(config): config.read_text()}
    (tmp_path / "report.json").write_text(bundle)
    names = [connector.name for connector in device.connectors[:2]]
    device.remove()  # elsewhere there is none

    frames = tmp_path / "frames"
    with Vitrine(media, "--backend", "headless", "--from", tmp_path / "report.json", "--save-frames", frames) as program:
        program.wait_until(lambda: frames.is_dir() and len(list(frames.iterdir())) == 2, "both screens show a picture")
        program.stop()
    assert sorted(path.name for path in frames.iterdir()) == sorted(f"{name}-001-green.png" for name in names)
    lit = {f"{names[0]} (DEL LANDSCAPE (serial 77)): lit at 1280x720@60",
           f"{names[1]} (VTR PORTRAIT (serial 78)): lit at 720x1280@59.97"}
    told = {line.partition(",")[0] for line in program.lines if ": lit at " in line}
    assert told == lit, program.log


def test_bundle_that_cannot_be_written(device, media):
    status, _, log = run("doctor", media, "--bundle", "/proc/no/such/folder")
    assert status == CANNOT_CREATE and "/proc/no/such/folder" in log
