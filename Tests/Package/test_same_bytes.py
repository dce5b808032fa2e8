"""The same commit gives the same package."""

import os
import pathlib
import subprocess

from conftest import REPOSITORY


def differing(one: pathlib.Path, other: pathlib.Path, folder: pathlib.Path) -> list[str]:
    """The files of two packages that are not the same, for whoever has to find out why."""
    trees = []
    for number, package in enumerate((one, other)):
        trees.append(folder / str(number))
        subprocess.run(["dpkg-deb", "--raw-extract", package, trees[-1]], check=True)
    names = {path.relative_to(tree) for tree in trees for path in tree.rglob("*") if path.is_file()}
    return sorted(str(name) for name in names if len({
        (tree / name).read_bytes() if (tree / name).exists() else None for tree in trees}) != 1)


def assert_same(one, other, folder):
    assert one.name == other.name
    if one.read_bytes() != other.read_bytes():
        raise AssertionError(f"not the same: {differing(one, other, folder) or 'how they are packed'}")


def test_packed_by_somebody_else_at_another_time(package, tmp_path):
    """With other habits: permissions of new files, language, time zone."""
    habits = os.environ | {"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"}
    subprocess.run([REPOSITORY / "scripts/package", "--no-build", "--output", tmp_path], env=habits, umask=0o077,
                   check=True, stdout=subprocess.DEVNULL)
    assert_same(package, next(tmp_path.glob("*.deb")), tmp_path)


def test_built_in_another_place(package, tmp_path):
    """`scripts/package-test` has built it there."""
    other = pathlib.Path(os.environ["VITRINE_PACKAGE_ELSEWHERE"])
    assert other != package
    assert_same(package, other, tmp_path)
