"""As a service: what the service manager is told, what outlives a crash, and what shows when nothing else can."""

import os
import signal
import threading
import time

import pytest

from rig import drm, pictures
from rig.manager import Manager
from rig.pictures import BLUE, GREEN, RED, solid
from rig.screen import Screen, expected_crc
from rig.vitrine import screen_of
from rig.waiting import eventually

GREEN_SCREEN, BLUE_SCREEN = solid(640, 480, GREEN), solid(640, 480, BLUE)
STRETCHED = ("--mode", "640x480", "--fit", "stretch", "--transition", "0s", "--seat", "none")


@pytest.fixture
def manager(tmp_path):
    with Manager(tmp_path) as manager:
        yield manager


@pytest.fixture
def media(tmp_path):
    return pictures.save(tmp_path / "media", green=solid(64, 48, GREEN))


def framebuffers(device):
    """How many framebuffers programs have on a device."""
    text = (device.debugfs / "framebuffer").read_text()
    return text.count("allocated by = vitrine")


class Watch:
    """Looks at a screen many times a second: the CRCs of its frames in their order, without repetitions."""

    def __init__(self, screen):
        self.screen, self.seen, self.is_over = screen, [], threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        while not self.is_over.is_set():
            crc = self.screen.crcs()[0]
            if self.seen[-1:] != [crc]:
                self.seen.append(crc)
            time.sleep(0.05)  # composing CRCs takes the guest's one CPU

    def __enter__(self):
        self.thread.start()
        return self

    def end(self):
        self.is_over.set()
        self.thread.join()

    def __exit__(self, *_):
        self.end()


def test_the_manager_hears_of_the_first_frame_when_it_is_there(udev_daemon, device, manager, media):
    with manager.start(media, *STRETCHED) as program:
        manager.wait_until_ready()
        assert program.is_lit(device.connectors[0])
        Screen(device).wait_for(GREEN_SCREEN, "ready")
        manager.listen(lambda: any("1 screen lit" in notice.get("STATUS", "") for notice in manager.notices), "status")
        screen = manager.status["devices"][0]["screens"][0]
        assert (screen["connector"], screen["state"]) == (device.connectors[0].name, "lit")
        assert program.stop() == 0
        manager.listen(lambda: manager.was_told("STOPPING"), "it stops")


def test_without_a_screen_it_is_ready_too(udev_daemon, device, manager, media):
    device.connectors[0].unplug()
    with manager.start(media, *STRETCHED) as program:
        manager.wait_until_ready()
        device.connectors[0].plug()
        program.wait_until_lit(device.connectors[0])


def test_the_watchdog_is_fed_by_page_flips_of_every_screen(udev_daemon, make_device, tmp_path, media):
    device = make_device(crtcs=2, connectors=2)
    with Manager(tmp_path, watchdog=0.9) as manager, manager.start(media, *STRETCHED) as program:
        program.wait_until_lit(*device.connectors)
        manager.wait_until_ready()
        assert not manager.was_told("WATCHDOG"), "the first proof of life would end the time that a start may take"
        flips = len(program.commits)
        manager.listen(lambda: manager.was_told("WATCHDOG") >= 4, "it lives")
        # Nothing changes on the screens, so each commit since is such a proof, and each screen gave each.
        assert len(program.commits) - flips >= 2 * 3
        for crtc in (0, 1):
            Screen(device, crtc).wait_for(GREEN_SCREEN, f"fed-{crtc}")


def test_a_hung_program_does_not_feed_it(udev_daemon, device, tmp_path, media):
    with Manager(tmp_path, watchdog=0.6) as manager, manager.start(media, *STRETCHED) as program:
        manager.wait_until_ready()
        manager.listen(lambda: manager.was_told("WATCHDOG") >= 2, "it lives")
        program.process.send_signal(signal.SIGSTOP)
        with pytest.raises(AssertionError, match="not within"):
            # What was sent before may still be on its way.
            told = manager.was_told("WATCHDOG")
            manager.listen(lambda: manager.was_told("WATCHDOG") >= told + 2, "it lives", limit=3)


def test_a_crash_does_not_show(udev_daemon, device, manager, media):
    """Each frame of the screen is the same, from before the crash until the next process has its own on it."""
    screen = Screen(device)
    with manager.start(media, *STRETCHED) as program:
        manager.wait_until_ready()
        screen.wait_for(GREEN_SCREEN, "before")
        manager.listen(lambda: manager.kept, "it leaves its device with the manager")
        held = framebuffers(device)
        with Watch(screen) as watch:
            program.process.kill()
            program.process.wait()
            with manager.start(media, *STRETCHED) as second:
                manager.wait_until_ready()
                watch.end()
                assert watch.seen == [expected_crc(GREEN_SCREEN)]
                eventually(lambda: framebuffers(device) <= held, "the first life's buffers are freed")
                assert "going on with the picture that is on its screens" in second.log
                assert second.stop() == 0


def test_a_crash_shows_on_no_screen(udev_daemon, make_device, manager, tmp_path):
    """Two screens, of which one has a picture that takes long: neither is dark while the other goes on."""
    device = make_device(crtcs=2, connectors=2)
    slow = pictures.noise(5000, 4000)
    folders = [pictures.save(tmp_path / "fast", green=solid(64, 48, GREEN)), pictures.save(tmp_path / "slow", slow=slow)]
    config = tmp_path / "config.yaml"
    outputs = "".join(f"  - match: {{connector: {connector.name}}}\n    playlist: {folder}\n"
                      for connector, folder in zip(device.connectors, folders))
    config.write_text(f"playlist: {folders[0]}\nfit: stretch\ntransition: 0s\n"
                      f"defaults: {{mode: 640x480}}\noutputs:\n{outputs}")
    options = ("--config", config, "--seat", "none")
    screens = [Screen(device, crtc) for crtc in (0, 1)]
    with manager.start(*options) as program:
        program.wait_until_lit(*device.connectors)
        manager.listen(lambda: manager.kept, "it leaves its device with the manager")
        program.wait_until(lambda: {"green", "slow"} <= {name for _, name, _ in program.shown}, "both pictures", 20)
        before = [screen.crcs()[0] for screen in screens]
        with Watch(screens[0]) as first, Watch(screens[1]) as second:
            program.process.kill()
            program.process.wait()
            with manager.start(*options) as again:
                again.wait_until(lambda: {"green", "slow"} <= {name for _, name, _ in again.shown}, "both again", 20)
                first.end(), second.end()
                assert [first.seen, second.seen] == [[crc] for crc in before]
                assert again.stop() == 0


def test_a_boot_splash_stays_until_the_first_picture(udev_daemon, device, manager, tmp_path):
    """Plymouth has let go of the screen and left its picture; what plays takes long to decode. No frame lies between."""
    splash = pictures.noise(640, 480)
    media = pictures.save(tmp_path / "media", slow=pictures.noise(5000, 4000))
    with drm.Card(device.path) as plymouth:
        plymouth.light(splash)
        plymouth.give_up_master()
        screen = Screen(device)
        screen.wait_for(splash, "splash")
        options = ("--mode", "current", "--fit", "stretch", "--transition", "0s", "--seat", "none")
        with Watch(screen) as watch, manager.start(media, *options) as program:
            manager.wait_until_ready()
            program.wait_until(lambda: program.shown, "its picture", 20)
            eventually(lambda: len(watch.seen) > 1, "its picture is seen")
            watch.end()
            assert watch.seen == [expected_crc(splash), screen.crcs()[0]]
            assert program.stop() == 0


def test_the_next_life_goes_on_with_all_it_does(udev_daemon, device, manager, media):
    with manager.start(media, *STRETCHED, "--duration", "1s") as program:
        manager.wait_until_ready()
        manager.listen(lambda: manager.kept, "it leaves its device with the manager")
        program.process.kill()
        program.process.wait()
    pictures.save(media, red=solid(64, 48, RED))
    with manager.start(media, *STRETCHED, "--duration", "1s") as second:
        manager.wait_until_ready()
        second.wait_until(lambda: {"green", "red"} <= {name for _, name, _ in second.shown}, "both slides", 10)
        device.connectors[0].unplug()
        second.wait_until(lambda: screen_of(device.connectors[0]) is None, "it is dark")
        device.connectors[0].plug()
        second.wait_until_lit(device.connectors[0])
        assert [line for line in second.warnings if "refused" in line] == []


def test_a_changed_configuration_is_taken_without_a_dark_frame(udev_daemon, device, manager, media, tmp_path):
    blue = pictures.save(tmp_path / "blue", blue=solid(64, 48, BLUE))
    config = tmp_path / "config.yaml"

    def write(folder):
        new = tmp_path / "new.yaml"
        new.write_text(f"playlist: {folder}\nfit: stretch\ntransition: 0s\ndefaults: {{mode: 640x480}}\n")
        os.rename(new, config)

    screen = Screen(device)
    write(media)
    with manager.start("--config", config, "--seat", "none") as program:
        manager.wait_until_ready()
        screen.wait_for(GREEN_SCREEN, "before")
        config.write_text("playlist: [\n")
        program.wait_until(lambda: "stays as it was" in program.log, "the broken one is refused")
        with Watch(screen) as watch:
            write(blue)
            assert program.finish() == 0
            with manager.start("--config", config, "--seat", "none") as second:
                second.wait_until(lambda: expected_crc(BLUE_SCREEN) in watch.seen, "the other playlist shows", 20)
                watch.end()
                assert watch.seen == [expected_crc(GREEN_SCREEN), expected_crc(BLUE_SCREEN)]
                assert "going on" in second.log


def test_a_restart_does_not_show(udev_daemon, device, manager, media, tmp_path):
    """As by an upgrade: SIGHUP, which vitrine.service names for restarts, ends it with the picture left behind."""
    screen = Screen(device)
    with manager.start(media, *STRETCHED) as program:
        manager.wait_until_ready()
        screen.wait_for(GREEN_SCREEN, "before")
        manager.listen(lambda: manager.kept, "it leaves its device with the manager")
        with Watch(screen) as watch:
            assert program.stop(signal.SIGHUP) == 0
            with manager.start(media, *STRETCHED) as second:
                manager.wait_until_ready()
                watch.end()
                assert watch.seen == [expected_crc(GREEN_SCREEN)]
                assert "going on with the picture that is on its screens" in second.log
                assert second.stop() == 0


@pytest.mark.parametrize("fault", ["missing", "empty", "mistake", "broken picture"])
def test_what_cannot_be_played_leaves_no_screen_dark(udev_daemon, device, manager, tmp_path, fault):
    playlist = tmp_path / "playlist.yaml"
    if fault == "mistake":
        playlist.write_text("itmes: []\n")
    elif fault == "empty":
        playlist.write_text("items: []\n")
    elif fault == "broken picture":
        (tmp_path / "a.png").write_bytes(b"this is no picture")
        playlist.write_text("items: [{picture: a.png}]\n")
    with manager.start(playlist, *STRETCHED) as program:
        manager.wait_until_ready()
        program.wait_until(lambda: manager.status["playlists"][0]["playing"] == "built-in", "the built-in shows")
        screen = Screen(device)
        eventually(lambda: screen.peek().getpixel((10, 10)) == (18, 26, 33), "its colour is seen")
        eventually(lambda: screen.peek().getextrema()[0][1] > 150, "its picture is seen")
        pictures.save(tmp_path, green=solid(64, 48, GREEN))
        new = tmp_path / "new.yaml"
        new.write_text("items: [{picture: green.png}]\n")
        os.rename(new, playlist)
        screen.wait_for(GREEN_SCREEN, "mended", limit=10)
        assert program.stop() == 0


def test_a_broken_picture_is_told_of_once(udev_daemon, device, manager, media):
    """Although the playlist is read a second time, when the first frame is there."""
    (media / "broken.png").write_bytes(b"this is no picture")
    pictures.save(media, red=solid(64, 48, RED))
    with manager.start(media, *STRETCHED, "--duration", "1s") as program:
        manager.wait_until_ready()
        program.wait_until(lambda: len(program.shown) >= 4, "it plays")
        assert len([line for line in program.warnings if "broken.png" in line]) == 1, program.log
        # A change of the folder is another chance.
        pictures.save(media, blue=solid(64, 48, BLUE))
        program.wait_until(lambda: len([line for line in program.warnings if "broken.png" in line]) == 2, "told again")


def test_a_configured_picture_stands_in(udev_daemon, device, manager, tmp_path):
    pictures.save(tmp_path, blue=solid(64, 48, BLUE))
    config = tmp_path / "config.yaml"
    config.write_text("playlist: nowhere\nfallback: blue.png\nfit: stretch\n")
    with manager.start("--config", config, "--mode", "640x480", "--seat", "none"):
        manager.wait_until_ready()
        Screen(device).wait_for(BLUE_SCREEN, "fallback", limit=5)


def test_a_fallback_that_is_broken_too_gives_way_to_the_built_in(udev_daemon, device, manager, tmp_path):
    for name in ("playing", "fallback"):
        (tmp_path / f"{name}.png").write_bytes(b"this is no picture")
    config = tmp_path / "config.yaml"
    config.write_text("playlist: playing.png\nfallback: fallback.png\n")
    with manager.start("--config", config, "--mode", "640x480", "--seat", "none") as program:
        manager.wait_until_ready()
        program.wait_until(lambda: manager.status["playlists"][0]["playing"] == "built-in", "the built-in shows", 10)
        eventually(lambda: Screen(device).peek().getpixel((10, 10)) == (18, 26, 33), "its colour is seen")


def test_a_configuration_that_contradicts_itself_ends_nothing(udev_daemon, device, manager, media, tmp_path):
    config = tmp_path / "config.yaml"
    config.write_text(f"playlist: {media}\nfit: stretch\n")
    with manager.start("--config", config, "--mode", "640x480", "--seat", "none") as program:
        manager.wait_until_ready()
        assert manager.status["configuration"]["mode"] == "current"
        config.write_text(f"playlist: {media}\nduration: 1s\ntransition: 2s\n")
        program.wait_until(lambda: "stays as it was" in program.log, "it is refused")
        eventually(lambda: manager.status["configuration"]["mode"] == "former", "the status says so")
        assert any("counts as it was before" in problem for problem in manager.status["problems"])
        config.touch()
        Screen(device).wait_for(GREEN_SCREEN, "after-the-refusal")
        assert program.stop() == 0
    with manager.start("--config", config, "--mode", "640x480", "--seat", "none") as program:
        manager.wait_until_ready()
        assert "the configuration is ignored" in program.log
        eventually(lambda: manager.status["configuration"]["mode"] == "none", "the status says so")


def test_a_playlist_with_which_starts_fail_is_left_alone_until_it_changes(udev_daemon, device, manager, media):
    for _ in range(3):
        with manager.start(media, *STRETCHED) as program:
            manager.wait_until_ready()
            program.process.kill()
    with manager.start(media, *STRETCHED) as program:
        manager.listen(lambda: manager.was_told("EXTEND_TIMEOUT_USEC"), "it asks for time, and waits")
        manager.wait_until_ready()
        assert "the playlist is left alone" in program.log
        eventually(lambda: (manager.status["playlists"][0]["suspect"] or {}).get("starts") == 3, "the status says so")
        assert "going on" not in program.log
        eventually(lambda: Screen(device).peek().getpixel((10, 10)) == (18, 26, 33), "the built-in is seen")
        pictures.save(media, blue=solid(64, 48, BLUE))
        program.wait_until(lambda: manager.status["playlists"][0]["playing"] == str(media), "it is tried again", 10)
