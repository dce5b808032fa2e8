"""The image as it is, by way of firmware and boot loader."""

from machine import media, picture, vm
from machine.camera import Camera
from machine.vm import Machine


def test_it_boots_by_firmware(image, out):
    with Machine(image, out / "uefi", firmware=True) as machine, Camera(machine, vm.HEADS) as camera:
        machine.start()
        for head in range(vm.HEADS):
            machine.wait_for_picture(head, media.card(head), vm.BOOT, "its card")
        # The firmware's logo and its lines of text are its own. It ends with a head that is not active.
        shown = [not picture.is_placeholder(sight.picture) for sight in camera.sights]
        end = shown.index(False, shown.index(True))
        for sight in camera.sights[end:]:
            assert (picture.is_black(sight.picture) or picture.is_placeholder(sight.picture)
                    or picture.is_close(sight.picture, media.CARDS[sight.head])), \
                f"head {sight.head} showed something else after {sight.time:.1f} s, see seen-*.png in {machine.folder}"
