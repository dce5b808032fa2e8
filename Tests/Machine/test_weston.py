"""A peer in Vitrine's place: the same image, the same event that starts it, the same picture on the first head."""

from machine import media, picture, vm, weston
from machine.camera import Camera
from machine.vm import Machine
from machine.waiting import eventually


def shows_card(pixels):
    return picture.is_close(pixels, media.CARDS[0])


def test_weston_beside_vitrine(machine, image, out, capsys):
    """That it draws is judged, and not who is faster. Seconds of processor hardly depend on what else the host does."""
    with Machine(image, out / "weston", files=weston.FILES, disks=[weston.make_disk(image)]) as peer, \
            Camera(peer, vm.HEADS) as camera:
        peer.start()
        peer.wait_for_picture(0, media.CARDS[0], vm.BOOT, "its card")
        theirs = eventually(lambda: camera.first(0, shows_card), "the camera sees it too", vm.CHANGE)
    ours = machine.camera.first(0, shows_card)
    with capsys.disabled():
        print(f"\nfirst picture, from power on: vitrine {ours.time:.1f} s, weston {theirs.time:.1f} s "
              f"(ratio {ours.time / theirs.time:.2f}); of processor: vitrine {ours.cpu_time:.1f} s, "
              f"weston {theirs.cpu_time:.1f} s (ratio {ours.cpu_time / theirs.cpu_time:.2f})")
