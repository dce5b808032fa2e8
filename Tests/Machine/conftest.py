"""Tests that boot the image: scripts/machine-test. The image plays what machine/media.py puts on it.

Booting takes long in software emulation, so the tests share one machine, in the order of their files, and each leaves it
as it was: both heads plugged and showing their cards. test_switching_off.py ends it.
"""

import os
import pathlib

import pytest

from machine import logins, service, vm
from machine.camera import Camera
from machine.vm import Machine

TOP = pathlib.Path(__file__).parents[2]


def pytest_configure(config):
    if "MACHINE_IMAGE" not in os.environ:
        pytest.exit("these tests need an image: run them by scripts/machine-test", returncode=4)


@pytest.fixture(scope="session")
def image():
    return pathlib.Path(os.environ["MACHINE_IMAGE"])


@pytest.fixture(scope="session")
def out():
    """The folder where logs and pictures of the screens are left."""
    return TOP / "out/machine"


@pytest.fixture(scope="session")
def machine(image, out):
    """The machine, on a disk larger than the image, watched from its start. It is there when both heads are right. It
    has the logins of a usual Debian, so that the package is seen to keep them away."""
    with Machine(image, out / "sign", files=logins.files(image), disk_size="3G") as machine, \
            Camera(machine, vm.HEADS) as camera:
        machine.camera = camera
        machine.start()
        service.wait_for_cards(machine)
        machine.shell.wait_until_there(vm.BOOT)
        yield machine
