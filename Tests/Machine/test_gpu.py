"""A guest with a GPU: virtio's 3D, whose commands this host's OpenGL carries out (virgl). In the guest Mesa has a driver as
for hardware, with memory of the GPU's own, fences and no compiler for the processor. What it draws is seen by VNC."""

import subprocess

import pytest

from machine import media, vm
from machine.vm import Machine

SOURCE = vm.__file__.replace("vm.py", "surfaceless.c")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    path = tmp_path_factory.mktemp("gpu") / "surfaceless.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", path, SOURCE, "-lEGL", "-ldl"], check=True)
    return path


@pytest.fixture(scope="module")
def machine(image, out, library):
    with Machine(image, out / "gpu", gpu=library) as machine:
        machine.start()
        yield machine


def test_the_gpu_draws_both_heads(machine):
    for head in range(vm.HEADS):
        machine.wait_for_picture(head, media.card(head), vm.BOOT, "its card")
    # The journal comes later than the pictures.
    machine.wait_for(lambda: "driving virtio_gpu, drawing with virgl" in machine.journal(), "it says so", vm.BOOT)


def test_another_monitor_is_followed(machine):
    machine.monitors[1].plug(800, 600)
    # The size of the last frame that came is known before the first one in the new mode.
    machine.wait_for_picture(1, media.card(1)(800, 600), vm.CHANGE, "its card at 800x600")
    machine.wait_for_picture(0, media.card(0), vm.CHANGE, "the other head's card")
