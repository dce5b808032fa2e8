"""Another program drives the display at first."""

import os
import time

import pytest

from rig import drm, pictures
from rig.pictures import GREEN, solid
from rig.vitrine import Vitrine, screen_of


@pytest.mark.virtual_time
def test_waits_until_the_device_is_free(udev_daemon, device, tmp_path):
    media = pictures.save(tmp_path / "media", green=solid(1024, 768, GREEN))
    with drm.Card(device.path):  # the first to open it is its DRM master
        with Vitrine(media) as program:
            program.wait_until(lambda: program.warnings, "it says that it waits")
            time.sleep(5)
            assert len(program.warnings) == 1 and device.path in program.warnings[0], program.log
            assert f"process {os.getpid()}" in program.warnings[0] and "sudo vitrine doctor" in program.warnings[0]
            assert program.stop(limit=1.0) == 0
    master = drm.Card(device.path)
    with Vitrine(media) as program:
        program.wait_until(lambda: program.warnings, "it says that it waits")
        master.give_up_master()
        program.wait_until_lit(device.connectors[0], limit=2)
        screen_of(device.connectors[0]).wait_for(solid(1024, 768, GREEN), "free-again")
        assert len(program.warnings) == 1, program.log
        master.__exit__()
