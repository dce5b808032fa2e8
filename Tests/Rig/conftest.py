"""Tests that run in the rig's guest: scripts/rig -- /usr/bin/python3 -m pytest -p no:cacheprovider Tests/Rig"""

import os

import pytest

from rig import pictures, udev, vkms

VIRTUAL_CLOCK = os.environ.get("RIG_CLOCK") == "virtual"


def pytest_configure(config):
    config.addinivalue_line("markers", "virtual_time: runs under scripts/rig --virtual-time, and only there")
    if "RIG_TOOLS" not in os.environ:
        pytest.exit("these tests need the rig's kernel: run them by scripts/rig -- /usr/bin/python3 -m pytest "
                    "-p no:cacheprovider Tests/Rig", returncode=4)


def pytest_collection_modifyitems(config, items):
    other = [item for item in items if bool(item.get_closest_marker("virtual_time")) != VIRTUAL_CLOCK]
    items[:] = [item for item in items if item not in other]
    config.hook.pytest_deselected(items=other)


@pytest.fixture
def make_device():
    """Makes display devices that are gone after the test. Takes the arguments of vkms.Device."""
    made = []

    def make(*arguments, **options):
        made.append(vkms.Device(*arguments, **options))
        udev.settle()  # until then a user who is not root may be refused the device's file
        return made[-1]

    yield make
    for device in reversed(made):
        device.close()


@pytest.fixture
def device(make_device):
    """A display device with one CRTC and one connected HDMI connector."""
    return make_device()


@pytest.fixture(scope="session")
def udev_daemon():
    """The udev daemon, so that programs that listen to it hear of displays."""
    udev.start()


@pytest.fixture
def moving_media(tmp_path):
    """With a cross-fade as long as the slides, so that every refresh shows another frame."""
    return pictures.save(tmp_path / "media", a=pictures.solid(64, 48, pictures.RED), b=pictures.solid(64, 48, pictures.BLUE))
