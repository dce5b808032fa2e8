"""What is in the package, and what it says of itself."""

import pathlib
import subprocess

import pytest
from conftest import REPOSITORY

EXPECTED = pathlib.Path(__file__).with_name("contents.txt")


def test_contents(package):
    """Each file with its mode, owner and, of links, where they lead; a change of the list is meant, or it is a fault."""
    lines = subprocess.run(
        ["dpkg-deb", "--contents", package], text=True, check=True, stdout=subprocess.PIPE).stdout.splitlines()
    found = []
    for line in lines:
        mode, owner, _, _, _, path = line.split(maxsplit=5)
        if not path.endswith("/"):
            found.append(f"{mode} {owner} {path.removeprefix('.')}")
    assert sorted(found) == EXPECTED.read_text().splitlines()


def test_policy(package):
    checked = subprocess.run([REPOSITORY / "scripts/check-package", package], text=True, stdout=subprocess.PIPE)
    assert checked.returncode == 0, checked.stdout


def test_checksum_holds(package):
    """The package and its checksum are what a release offers."""
    sums = package.with_name("SHA256SUMS")
    assert [line.split()[1] for line in sums.read_text().splitlines()] == [package.name]
    checked = subprocess.run(["sha256sum", "--strict", "--check", sums.name], cwd=package.parent, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert checked.returncode == 0, checked.stdout


PROGRAMS = ("vitrine", "vitrine-decode", "vitrine-decode-video", "vitrine-draw-text")


def libraries(files, program) -> set[str]:
    """What a program is linked with, without the numbers of versions."""
    said = subprocess.run(["objdump", "--private-headers", files / "usr/lib/vitrine" / program], text=True, check=True,
                          stdout=subprocess.PIPE).stdout
    found = {line.split()[1].split(".so")[0] for line in said.splitlines() if line.split()[:1] == ["NEEDED"]}
    assert "libc" in found
    return found


def test_these_are_the_programs(files):
    """All that is no script, so that none is left out below."""
    found = {path.name for path in files.rglob("*") if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"}
    assert found == set(PROGRAMS)


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_need_no_library_of_swift(files, program):
    assert [name for name in libraries(files, program) if name.startswith(("libswift", "libFoundation"))] == []


@pytest.mark.parametrize("program", PROGRAMS)
def test_one_program_alone_is_linked_with_ffmpeg(files, program):
    """Debian's has parts under the GPL, which then holds for all of the program (debian/copyright says so)."""
    of_ffmpeg = libraries(files, program) & {
        "libavformat", "libavcodec", "libavutil", "libavfilter", "libavdevice", "libswscale", "libswresample", "libpostproc"}
    assert of_ffmpeg == ({"libavformat", "libavcodec", "libavutil"} if program == "vitrine-decode-video" else set())


def test_the_licence_of_that_program_is_told(files):
    text = (files / "usr/share/doc/vitrine/copyright").read_text()
    stanza = next(part for part in text.split("\n\n") if part.startswith("Files: usr/lib/vitrine/vitrine-decode-video\n"))
    assert "\nLicense: GPL-3+ and " in stanza


def test_nothing_names_the_place_where_it_was_built(files):
    """The same commit would give other bytes elsewhere."""
    place = str(REPOSITORY).encode()
    found = [path for path in files.rglob("*") if path.is_file() and place in path.read_bytes()]
    assert found == []
