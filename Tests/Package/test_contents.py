"""What is in the package, and what it says of itself."""

import pathlib
import subprocess

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


def test_programs_need_no_library_of_swift(files):
    for program in ("vitrine", "vitrine-decode"):
        needed = subprocess.run(
            ["objdump", "--private-headers", files / "usr/lib/vitrine" / program], text=True, check=True,
            stdout=subprocess.PIPE).stdout
        assert "NEEDED" in needed
        assert "libswift" not in needed and "libFoundation" not in needed


def test_nothing_names_the_place_where_it_was_built(files):
    """The same commit would give other bytes elsewhere."""
    place = str(REPOSITORY).encode()
    found = [path for path in files.rglob("*") if path.is_file() and place in path.read_bytes()]
    assert found == []
