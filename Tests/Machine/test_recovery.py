"""An engine that dies or hangs comes back by itself, and that is seen on the screen."""

import pytest

from machine import media, picture, service, vm


def wait_for_another(machine, former):
    """Waits until another process is the engine and ready: then its own first frame is on the screen."""
    machine.wait_for(lambda: service.main_process(machine) not in ("0", former), "another engine is started", vm.BOOT)
    machine.wait_for(lambda: service.show(machine, "ActiveState") == "active", "the engine is ready", vm.BOOT)
    service.wait_for_cards(machine, limit=vm.CHANGE)


def assert_follows(machine):
    """That it lives: another monitor is lit."""
    machine.monitors[1].plug(800, 600)
    machine.wait_for_picture(1, lambda width, height: media.card(1)(800, 600), vm.CHANGE, "its card at 800x600")
    machine.monitors[1].plug(*vm.SIZE)
    machine.wait_for_picture(1, lambda width, height: media.CARDS[1], vm.CHANGE, "its card as before")


@pytest.mark.parametrize("signal, reason", [("KILL", "signal"), ("STOP", "watchdog")])
def test_engine_is_replaced(machine, signal, reason):
    """Killed, or hanging: what is stopped feeds no watchdog."""
    former = service.main_process(machine)
    first_new_sight = len(machine.camera.sights)
    service.send(machine, signal)
    wait_for_another(machine, former)
    journal = machine.shell("journalctl --unit vitrine.service --output cat --boot")
    assert f"Failed with result '{reason}'" in journal
    # Process 1 has kept the display device open, so there is no console. (Rig/test_service.py sees that there is no black
    # either; in this emulation, where decoding takes seconds, one head is sometimes lit black first.)
    for sight in machine.camera.sights[first_new_sight:]:
        assert picture.is_black(sight.picture) or picture.is_close(sight.picture, media.CARDS[sight.head]), \
            f"head {sight.head} showed something else after {sight.time:.1f} s, see seen-*.png in {machine.folder}"
    assert_follows(machine)


def test_decoder_is_replaced(machine):
    machine.shell("pkill -KILL --exact vitrine-decode")
    assert_follows(machine)
