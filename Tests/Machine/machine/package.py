"""Later versions of the package that a machine has."""

import pathlib
import subprocess


def repacked(package, folder, version, change=lambda tree: None):
    """The package as another version, with a change to its files. Its name is in `folder`."""
    tree, later = folder / f"tree-{version}", folder / f"vitrine-{version}.deb"
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    change(tree)
    control = tree / "DEBIAN/control"
    lines = [f"Version: {version}" if line.startswith("Version:") else line for line in control.read_text().splitlines()]
    control.write_text("\n".join(lines) + "\n")
    # Fast to unpack in the emulation.
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, later], check=True,
                   stdout=subprocess.DEVNULL)
    return pathlib.Path(later)


def broken(tree):
    """Has the program end at once."""
    program = tree / "usr/lib/vitrine/vitrine"
    program.write_text("#!/bin/sh\necho 'this version is broken' >&2\nexit 1\n")
