"""The package in a minimal Debian: what installing, upgrading and removing it leave."""

import hashlib
import os
import pathlib
import stat
import subprocess

import pytest

SERVICE = "etc/systemd/system/vitrine-display.target.wants/vitrine.service"
MEDIA = "var/lib/vitrine/media"
# What installing any package changes: dpkg's own books, logs and caches, and copies of the users' files.
BOOKS = ("var/lib/dpkg", "var/log", "var/cache", "tmp", "etc/passwd-", "etc/group-", "etc/shadow-", "etc/gshadow-",
         "etc/.pwd.lock")


def listing(debian) -> dict[str, str]:
    """All files: kind, mode, owner and content."""
    found = {}
    for folder, folders, names in os.walk(debian.root):
        for name in folders + names:
            path = pathlib.Path(folder, name)
            relative = str(path.relative_to(debian.root))
            if any(relative == book or relative.startswith(book + "/") for book in BOOKS):
                continue
            state = path.lstat()
            content = ""
            if stat.S_ISLNK(state.st_mode):
                content = os.readlink(path)
            elif stat.S_ISREG(state.st_mode):
                content = hashlib.sha256(path.read_bytes()).hexdigest()
            found[relative] = f"{stat.filemode(state.st_mode)} {state.st_uid}:{state.st_gid} {content}"
    return found


def differences(before: dict[str, str], after: dict[str, str]) -> list[str]:
    return sorted(f"{path}: {before.get(path)} -> {after.get(path)}"
                  for path in before.keys() | after.keys() if before.get(path) != after.get(path))


def repacked(package, folder, change, version="9.0") -> pathlib.Path:
    """The package as a later version, with a change to its files."""
    tree = folder / "repacked"
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    change(tree)
    control = tree / "DEBIAN/control"
    lines = control.read_text().splitlines()
    control.write_text("\n".join(f"Version: {version}" if line.startswith("Version:") else line for line in lines) + "\n")
    later = folder / "later.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, later], check=True,
                   stdout=subprocess.DEVNULL)
    return later


def without_sysusers(debian):
    (debian.root / "bin/systemd-sysusers").unlink()


@pytest.mark.parametrize("prepare", [lambda debian: None, without_sysusers], ids=["systemd", "without sysusers"])
def test_installing_and_purging_leave_no_trace(debian, package, prepare):
    prepare(debian)
    before = listing(debian)
    debian.install(package)

    assert debian.run("id", "-nG", "vitrine").split() == ["vitrine"]
    assert debian.run("getent", "passwd", "vitrine").strip().endswith(":/var/lib/vitrine:/usr/sbin/nologin")
    assert debian.run("stat", "-c", "%A %U:%G", "/var/lib/vitrine", f"/{MEDIA}", "/var/lib/vitrine/state").splitlines() \
        == ["drwxr-xr-x root:root", "drwxrwsr-x root:vitrine", "drwxr-xr-x vitrine:vitrine"]
    assert os.readlink(debian.root / SERVICE) == "/lib/systemd/system/vitrine.service"
    assert debian.run("vitrine", "--version").strip()

    debian.purge()
    assert differences(before, listing(debian)) == []


def test_media_stay(debian, package):
    before = listing(debian)
    debian.install(package)
    (debian.root / MEDIA / "Übersicht 1.png").write_bytes(b"picture")
    (debian.root / MEDIA / "empty").mkdir()
    (debian.root / "var/lib/vitrine/stick").mkdir()
    debian.run("chown", "-R", "vitrine:vitrine", f"/{MEDIA}")

    debian.purge()
    left = listing(debian)
    assert sorted(left.keys() - before.keys()) == [
        "var/lib/vitrine", MEDIA, f"{MEDIA}/empty", f"{MEDIA}/Übersicht 1.png"]
    # Nobody who gets the number of the user next gets them too.
    assert all(" 0:0 " in left[path] for path in left.keys() - before.keys())
    assert before.keys() <= left.keys()


def test_links_of_the_service_lead_nowhere(debian, package):
    """An earlier version gave the service's user the whole folder: what it may have put there is not followed."""
    debian.install(package)
    victim = debian.root / "etc/victim"
    victim.mkdir()
    (victim / "secret").write_text("secret")
    for name in ("media", "state"):
        (debian.root / "var/lib/vitrine" / name).rmdir()
        (debian.root / "var/lib/vitrine" / name).symlink_to("/etc/victim")
    debian.run("chown", "-h", "-R", "vitrine:vitrine", "/var/lib/vitrine")
    before = {path: line for path, line in listing(debian).items() if path.startswith("etc/victim")}

    def victims():
        return {path: line for path, line in listing(debian).items() if path.startswith("etc/victim")}

    debian.install(package)
    assert victims() == before
    assert debian.run("stat", "-c", "%U:%G", "/var/lib/vitrine").strip() == "root:root"
    debian.purge()
    assert victims() == before


def test_removal_keeps_settings_until_the_purge(debian, package):
    debian.install(package)
    (debian.root / "etc/vitrine/config.yaml").write_text("playlist: /srv/signage\n")
    debian.run("dpkg", "--remove", "vitrine")
    assert (debian.root / "etc/vitrine/config.yaml").read_text() == "playlist: /srv/signage\n"
    assert not (debian.root / "usr/lib/vitrine").exists()
    debian.install(package)
    assert (debian.root / "etc/vitrine/config.yaml").read_text() == "playlist: /srv/signage\n"


def test_upgrade_keeps_media_settings_and_wishes(debian, package, tmp_path):
    debian.install(package)
    config = debian.root / "etc/vitrine/config.yaml"
    config.write_text("playlist: /srv/signage\n")
    picture = debian.root / MEDIA / "1.png"
    picture.write_bytes(b"picture")
    debian.run("systemctl", "disable", "vitrine.service")
    assert not (debian.root / SERVICE).is_symlink()

    def change(tree):
        for name in ("etc/vitrine/config.yaml", "etc/default/vitrine"):
            with open(tree / name, "a") as file:
                file.write("# new\n")

    debian.install(package)
    debian.install(repacked(package, tmp_path, change))
    assert config.read_text() == "playlist: /srv/signage\n"
    assert (debian.root / "etc/default/vitrine").read_text().endswith("# new\n")
    assert picture.read_bytes() == b"picture"
    assert not (debian.root / SERVICE).is_symlink()
    assert debian.run("dpkg-query", "-W", "-f", "${Version}", "vitrine") == "9.0"


def test_a_running_machine_keeps_its_screens_until_it_boots(debian, package):
    """Udev reads new rules by itself; the one that starts Vitrine is masked for as long as /run lasts."""
    (debian.root / "run/systemd/system").mkdir(parents=True)
    mask = debian.root / "run/udev/rules.d/70-vitrine.rules"
    debian.install(package)
    assert os.readlink(mask) == "/dev/null"
    assert (debian.root / "lib/udev/rules.d/70-vitrine.rules").exists()
    mask.unlink()
    debian.install(package)   # an upgrade of a machine that plays leaves it as it is
    assert not mask.is_symlink()


def test_settings_and_examples_are_good(debian, package):
    debian.install(package)
    debian.run("cp", "/usr/share/doc/vitrine/examples/playlists/media/welcome.png", f"/{MEDIA}")
    for place in ("/run/vitrine-stick", "/var/lib/vitrine/stick"):
        debian.run("mkdir", place)
        debian.run("ln", "-s", f"/{MEDIA}", f"{place}/playing")
    debian.run("vitrine", "check", "/etc/vitrine/config.yaml")
    examples = sorted((debian.root / "usr/share/doc/vitrine/examples").glob("*/*.yaml"))
    assert len(examples) > 12
    for example in examples:
        debian.run("vitrine", "check", f"/{example.relative_to(debian.root)}")


def test_decoders(debian, package):
    """They start with Debian's libraries as the package asks for them, and are refused what they do not need."""
    debian.install(package)
    for name, library in (("vitrine-decode", "libvips"), ("vitrine-decode-video", "FFmpeg"), ("vitrine-draw-text", "Pango")):
        program = f"/usr/lib/vitrine/{name}"
        assert debian.run(program, "--version").startswith(f"{name} with {library} ")
        assert f"Usage: {name} " in debian.run(program, "--help")
        lines = debian.run(program, "--self-test").splitlines()
        assert lines[-1].endswith(": refused") and not any("ALLOWED" in line for line in lines), lines


def test_units(debian, package):
    """All that they name is there, and systemd and udev understand them."""
    debian.install(package)
    units = [f"/{path.relative_to(debian.root)}" for path in (debian.root / "lib/systemd/system").glob("vitrine*")]
    units = [unit.replace("@.", "@sdz1.") for unit in units]
    assert len(units) >= 4
    said = debian.run("systemd-analyze", "verify", "--man=no", *units, "getty@tty1.service")
    assert "vitrine" not in said, said


def test_stick_service_is_confined(debian, package):
    """What reads the files of a stick may hardly do anything else."""
    debian.install(package)
    said = debian.run("systemd-analyze", "security", "--offline=yes", "--threshold=20",
                      "/lib/systemd/system/vitrine-stick-copy@.service")
    assert "OK" in said.splitlines()[-1]


def test_service_is_confined(debian, package):
    """What each right is for is tried where the image boots (Tests/Machine/test_privileges.py)."""
    debian.install(package)
    said = debian.run("systemd-analyze", "security", "--offline=yes", "--threshold=10", "/lib/systemd/system/vitrine.service")
    assert "OK" in said.splitlines()[-1]
