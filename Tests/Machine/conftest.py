"""Tests that boot the image: scripts/machine-test. The image plays what media.py puts on it."""

import os
import pathlib

import pytest

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


@pytest.fixture(scope="module")
def make_machine(image, out):
    """Makes machines that are gone after the module. Takes the arguments of Machine after its folder."""
    made = []

    def make(name, **options):
        machine = Machine(options.pop("image", image), out / name, **options)
        made.append(machine.__enter__())
        return machine

    yield make
    for machine in reversed(made):
        machine.__exit__(None, None, None)
