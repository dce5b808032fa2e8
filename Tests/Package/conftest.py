"""What the tests of the Debian package share: the package, its files, and minimal Debians to install it into.

`scripts/package-test` runs them; it sets VITRINE_PACKAGE, the package, and VITRINE_DEBIAN, an archive of a Debian.
"""

import os
import pathlib
import shutil
import subprocess

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def package() -> pathlib.Path:
    return pathlib.Path(os.environ["VITRINE_PACKAGE"])


@pytest.fixture(scope="session")
def files(package, tmp_path_factory) -> pathlib.Path:
    """The package's files, unpacked."""
    folder = tmp_path_factory.mktemp("files")
    subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
    return folder


class Debian:
    """A minimal Debian in a folder, which commands run in."""

    ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}

    def __init__(self, root: pathlib.Path):
        self.root = root

    def run(self, *command: str) -> str:
        """A command's output, with its messages; it must succeed."""
        apart = ["unshare", "--mount", "--pid", "--fork", f"--mount-proc={self.root}/proc", "chroot", self.root]
        done = subprocess.run(
            [*apart, *command], env=self.ENVIRONMENT, text=True, timeout=120,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert done.returncode == 0, f"{' '.join(command)}: {done.returncode}\n{done.stdout}"
        return done.stdout

    def install(self, package: pathlib.Path) -> str:
        place = self.root / "tmp" / "new.deb"
        place.write_bytes(package.read_bytes())
        try:
            return self.run("dpkg", "--force-confdef", "--force-confold", "--install", "/tmp/new.deb")
        finally:
            place.unlink()

    def purge(self) -> str:
        return self.run("dpkg", "--purge", "vitrine")


@pytest.fixture
def debian(tmp_path):
    """One that the package has not been installed into yet."""
    root = tmp_path / "debian"
    root.mkdir()
    archive = os.environ["VITRINE_DEBIAN"]
    subprocess.run(["tar", "--extract", "--file", archive, "--directory", root], check=True)
    yield Debian(root)
    shutil.rmtree(root)
