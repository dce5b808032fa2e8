"""A device whose modesets take seconds and whose monitors take half a minute to answer, beside another one."""

import pathlib
import subprocess
import time

import pytest

import rig
from rig.vitrine import Vitrine, screen_of
from test_hand_over import FADING, MONITOR, check_fade, fading, levels, reds, wait_until_fading  # noqa: F401

pytestmark = pytest.mark.virtual_time


@pytest.fixture
def slow_kernel(tmp_path):
    """A library that makes the calls of a program for one device slow."""
    source = pathlib.Path(rig.__file__).parent / "slow_kernel.c"
    library = tmp_path / "slow_kernel.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-Wall", "-Werror", "-O1", "-o", library, source, "-ldl"], check=True)

    def environment(device, modeset, probe):
        return {"LD_PRELOAD": str(library), "SLOW_DEVICE": device.path, "SLOW_MODESET": str(modeset),
                "SLOW_PROBE": str(probe)}
    return environment


def test_the_other_device_misses_no_refresh(udev_daemon, make_device, slow_kernel, tmp_path, levels):
    quick, slow = make_device("quick"), make_device("slow", crtcs=2, connectors=2)
    (steady,) = quick.connectors
    for connector in (steady, *slow.connectors):
        connector.plug_monitor(MONITOR)
    # Two connectors are asked one after the other: half a minute.
    with Vitrine(fading(tmp_path), *FADING, env=slow_kernel(slow, modeset=2, probe=15)) as program:
        wait_until_fading(program, [steady])
        with screen_of(steady).record() as recording:
            program.wait_until_lit(*slow.connectors, limit=60)
            slow.connectors[1].unplug()
            time.sleep(5)
            slow.connectors[1].plug()
            time.sleep(40)
            program.wait_until_lit(*slow.connectors, limit=60)
        assert len(recording.frames) > 60 * 60
        assert recording.gaps() == []
        check_fade(reds(recording.since(0), levels), most_missed=0)
        assert not [line for line in program.lines if "no page flip" in line], program.log
        assert any("has not answered for 10 s" in line for line in program.warnings), program.log
