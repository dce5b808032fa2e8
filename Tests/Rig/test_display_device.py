"""Layers, imported buffers and dumb buffers on a real kernel: unit tests that need devices of their own."""

import os
import pathlib
import subprocess

import pytest

TESTS = pathlib.Path(__file__).resolve().parents[2] / ".build/debug/vitrinePackageTests.xctest"


@pytest.mark.skipif(not TESTS.exists(), reason="scripts/test builds the unit tests, and runs them before the rig")
def test_display_device(make_device):
    cards = [make_device(name).path for name in ("first", "second")]
    result = subprocess.run(
        [TESTS, "--testing-library", "swift-testing", "--filter", "RealDeviceTests"],
        env={**os.environ, "VITRINE_TEST_CARDS": " ".join(cards)}, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "4 tests" in result.stdout + result.stderr
