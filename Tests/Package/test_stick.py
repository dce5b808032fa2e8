"""What becomes of USB sticks: the script of the units, with folders for sticks and stand-ins for what mounts them."""

import os
import pathlib
import signal
import subprocess
import time

import pytest
from conftest import REPOSITORY

SCRIPT = REPOSITORY / "scripts/package.d/stick/vitrine-stick"

# The devices are folders. What is mounted from them is a copy: nobody looks at which.
STAND_INS = {
    "findmnt": "exit 1",
    "blkid": 'cat "$STICKS/$(basename "$6").type" 2>/dev/null || echo vfat',
    "mount": 'echo "$@" >> "$STICKS/mounted"; cp -a "$STICKS/$(basename "$5")/." "$6"',
    "mountpoint": '[ -n "$(ls -A "$2")" ]',
    "umount": 'find "$2" -mindepth 1 -delete',
    "systemctl": 'exec "$SCRIPT" copy "$(echo "$2" | sed "s/.*@\\(.*\\).service/\\1/")"',
    "vitrine": '[ "$1" = check ] && ! grep -rq mistake "$2"',
}


class Sticks:
    def __init__(self, folder: pathlib.Path, mode: str):
        self.folder, self.run, self.state = folder / "sticks", folder / "run", folder / "state"
        tools = folder / "tools"
        for made in (self.folder, self.run, self.state, tools):
            made.mkdir()
        for name, text in STAND_INS.items():
            (tools / name).write_text(f"#!/bin/sh\n{text}\n")
            (tools / name).chmod(0o755)
        self.tools = tools
        self.environment = {
            "PATH": f"{tools}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "SCRIPT": str(SCRIPT), "STICKS": str(self.folder),
            "VITRINE_STICK_RUN": str(self.run), "VITRINE_STICK_STATE": str(self.state), "VITRINE_STICK": mode}

    def make(self, device: str, files: dict[str, str]) -> pathlib.Path:
        for name, text in files.items():
            path = self.folder / device / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return self.folder / device

    def call(self, verb: str, device: str) -> subprocess.CompletedProcess:
        return subprocess.run([SCRIPT, verb, device], env=self.environment, text=True, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def plug(self, device: str) -> bool:
        """As the unit does: whether the stick counts and what is to become of it became of it."""
        self.said = ""
        for verb in ("mount", "show"):
            done = self.call(verb, device)
            self.said += done.stdout
            if done.returncode != 0:
                self.unplug(device)
                return False
        return True

    def unplug(self, device: str) -> None:
        done = self.call("unmount", device)
        assert done.returncode == 0, done.stdout

    @property
    def playing(self) -> dict[str, str] | None:
        """The files that play from a stick that is in."""
        return content(self.run / "playing")

    @property
    def copied(self) -> dict[str, str] | None:
        """Those that play from a copy."""
        return content(self.state / "playing")

    @property
    def kept(self) -> list[str]:
        """All that lies beside the link to what was copied."""
        return sorted(path.name for path in self.state.iterdir() if path.is_dir() and not path.is_symlink())


def content(folder: pathlib.Path) -> dict[str, str] | None:
    if not folder.exists():
        assert not folder.is_symlink(), "a link to what has gone"
        return None
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def sticks(tmp_path):
    return lambda mode: Sticks(tmp_path, mode)


ODD = {"playlist.yaml": "items: [a b.png]", "a b.png": "1", "with\nnewline/-n *.png": "2", "ä/ü.png": "3"}


def test_off_touches_nothing(sticks):
    some = sticks("off")
    some.make("sdb1", ODD)
    assert not some.plug("sdb1")
    assert (some.said, some.playing, list(some.run.iterdir())) == ("", None, [])


def test_a_mode_that_is_none_is_named(sticks):
    some = sticks("on")
    some.make("sdb1", ODD)
    assert not some.plug("sdb1")
    assert "VITRINE_STICK is on" in some.said


def test_playing_in_place(sticks):
    some = sticks("play")
    some.make("sdb1", ODD)
    assert some.plug("sdb1")
    assert some.playing == ODD
    some.unplug("sdb1")
    assert some.playing is None
    assert [path.name for path in some.run.iterdir() if not path.name.startswith(".")] == []


@pytest.mark.parametrize("files, folder", [
    ({"playlist.json": "{}", "vitrine/playlist.yaml": ""}, "."),
    ({"vitrine/playlist.yml": "", "holiday.png": ""}, "vitrine"),
    ({"vitrine/photos/1.png": ""}, None),
    ({"vitrine/photos/playlist.yaml": ""}, None),
    ({"holiday.png": "", "playlist.txt": ""}, None),
    ({"vitrine/.hidden": ""}, None),
    ({"vitrine": "a file"}, None),
])
def test_what_counts(sticks, files, folder):
    some = sticks("play")
    some.make("sdb1", files)
    assert some.plug("sdb1") == (folder is not None)
    if folder:
        assert (some.run / "playing").resolve() == (some.run / "sdb1" / folder).resolve()
    else:
        assert "nothing for the screens" in some.said
        assert not (some.run / "sdb1").exists()


def test_links_do_not_count(sticks, tmp_path):
    some = sticks("play")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/playlist.yaml").write_text("items: []")
    stick = some.make("sdb1", {"other.txt": ""})
    (stick / "playlist.yaml").symlink_to(tmp_path / "outside/playlist.yaml")
    (stick / "vitrine").symlink_to(tmp_path / "outside")
    assert not some.plug("sdb1")


def test_the_last_one_wins_and_the_former_comes_back(sticks):
    some = sticks("play")
    for device in ("sdb1", "sdc", "sdd1"):
        some.make(device, {"playlist.yaml": device})
        assert some.plug(device)
        assert some.playing == {"playlist.yaml": device}
    some.unplug("sdc")
    assert some.playing == {"playlist.yaml": "sdd1"}
    some.unplug("sdd1")
    assert some.playing == {"playlist.yaml": "sdb1"}
    assert some.plug("sdc")
    assert some.playing == {"playlist.yaml": "sdc"}


@pytest.mark.parametrize("kind, mounted_as, options, allowed", [
    ("vfat", "vfat", "fmask=0133,dmask=0022", ""), ("exfat", "exfat", "fmask=0133,dmask=0022", ""),
    ("ntfs", "ntfs3", "fmask=0133,dmask=0022", "ntfs"), ("ext4", "ext4", "noload", "ntfs ext4"),
    ("iso9660", "iso9660", None, "iso9660 udf"),
])
def test_file_systems(sticks, kind, mounted_as, options, allowed):
    some = sticks("play")
    some.environment["VITRINE_STICK_FILE_SYSTEMS"] = allowed
    some.make("sdb1", ODD)
    (some.folder / "sdb1.type").write_text(kind)
    assert some.plug("sdb1")
    said = (some.folder / "mounted").read_text().split()
    assert said[:2] == ["-t", mounted_as]
    assert said[3] == ",".join(filter(None, ["ro,nosuid,nodev,noexec,nosymfollow", options]))


@pytest.mark.parametrize("kind, allowed", [
    ("btrfs", ""), ("btrfs", "btrfs"), ("ext4", ""), ("ntfs", "ext4"), ("iso9660", ""), ("fat", ""), ("*", ""),
])
def test_other_file_systems_are_refused(sticks, kind, allowed):
    """The kernel's drivers read what a stranger has made: the two that every stick comes with, unless more are asked for."""
    some = sticks("play")
    some.environment["VITRINE_STICK_FILE_SYSTEMS"] = allowed
    some.make("sdb1", ODD)
    (some.folder / "sdb1.type").write_text(kind)
    assert not some.plug("sdb1")
    assert kind in some.said and not (some.folder / "mounted").exists()


def test_a_stick_with_too_many_files_changes_nothing(sticks):
    some = sticks("copy")
    some.make("sdb1", ODD)
    assert some.plug("sdb1")
    stick = some.make("sdc1", {"playlist.yaml": "2"})
    some.environment["VITRINE_STICK_MOST"] = "30"
    for number in range(30):
        (stick / f"{number}").touch()
    assert not some.plug("sdc1")
    assert "more than 30 files" in some.said
    assert (some.copied, len(some.kept)) == (ODD, 1)


def test_a_copy_plays_on_without_the_stick(sticks):
    some = sticks("copy")
    stick = some.make("sdb1", ODD | {"System Volume Information/x": "", ".Trash-1000/old.png": ""})
    (stick / "empty").mkdir()
    assert some.plug("sdb1")
    assert "can be taken out" in some.said
    assert not (some.run / "sdb1").exists()
    assert some.copied == ODD
    assert (some.state / "playing/empty").is_dir()
    some.unplug("sdb1")
    assert some.copied == ODD


def test_a_newer_copy_takes_the_place_of_the_former(sticks):
    some = sticks("copy")
    some.make("sdb1", {"playlist.yaml": "1", "gone.png": ""})
    assert some.plug("sdb1")
    some.make("sdc1", {"playlist.yaml": "2"})
    assert some.plug("sdc1")
    assert some.copied == {"playlist.yaml": "2"}
    assert len(some.kept) == 1


def test_what_was_copied_is_not_copied_again(sticks):
    some = sticks("copy")
    some.make("sdb1", ODD)
    assert some.plug("sdb1")
    place = os.stat(some.state / "playing").st_ino
    assert some.plug("sdb1")
    assert "has what plays already" in some.said
    assert os.stat(some.state / "playing").st_ino == place
    some.make("sdb1", {"a b.png": "changed"})
    assert some.plug("sdb1")
    assert some.copied == ODD | {"a b.png": "changed"}


def test_a_stick_with_mistakes_changes_nothing(sticks):
    some = sticks("copy")
    some.make("sdb1", ODD)
    assert some.plug("sdb1")
    some.make("sdc1", {"playlist.yaml": "a mistake"})
    assert not some.plug("sdc1")
    assert "has mistakes" in some.said
    assert some.copied == ODD
    assert len(some.kept) == 1


def test_a_full_disk_changes_nothing(sticks):
    some = sticks("copy")
    some.make("sdb1", ODD)
    assert some.plug("sdb1")
    (some.tools / "df").write_text("#!/bin/sh\necho Avail\necho 20000\n")
    (some.tools / "df").chmod(0o755)
    stick = some.make("sdc1", {"playlist.yaml": "2"})
    with open(stick / "large.png", "wb") as file:
        file.truncate(4 << 20)
    assert not some.plug("sdc1")
    assert "do not fit on the disk: 19 MiB are free" in some.said
    assert (some.copied, len(some.kept)) == (ODD, 1)


def test_links_are_left_out_of_a_copy(sticks):
    some = sticks("copy")
    stick = some.make("sdb1", ODD)
    (stick / "outside.png").symlink_to("/etc/passwd")
    (stick / "folder").symlink_to("/etc")
    os.mkfifo(stick / "pipe")
    assert some.plug("sdb1")
    assert some.copied == ODD
    assert not any((some.state / "playing" / name).is_symlink() for name in ("outside.png", "folder"))
    assert "left out, neither a file nor a folder: outside.png" in some.said


def test_a_stick_that_is_yanked_changes_nothing(sticks):
    """What reads it fails half-way."""
    some = sticks("copy")
    some.make("sdb1", ODD)
    assert some.plug("sdb1")
    some.make("sdc1", {"playlist.yaml": "2", "1.png": ""})
    (some.tools / "cp").write_text('#!/bin/sh\n[ "$1" = --parents ] || exec /bin/cp "$@"\n/bin/cp "$@"\nexit 1\n')
    (some.tools / "cp").chmod(0o755)
    assert not some.plug("sdc1")
    assert "cannot be copied whole" in some.said
    assert (some.copied, len(some.kept)) == (ODD, 1)


def test_a_copy_that_is_stopped_changes_nothing(sticks, tmp_path):
    """Systemd ends it, with all that it has started, when the device goes."""
    some = sticks("copy")
    some.make("sdb1", ODD)
    assert some.plug("sdb1")
    some.make("sdc1", {"playlist.yaml": "2", "1.png": ""})
    begun = tmp_path / "begun"
    (some.tools / "timeout").write_text(f"#!/bin/sh\ntouch {begun}\nexec /bin/sleep 60\n")
    (some.tools / "timeout").chmod(0o755)
    assert some.call("mount", "sdc1").returncode == 0
    copying = subprocess.Popen([SCRIPT, "copy", "sdc1"], env=some.environment, start_new_session=True)
    limit = time.monotonic() + 30
    while not begun.exists():
        assert time.monotonic() < limit and copying.poll() is None
        time.sleep(0.01)
    os.killpg(copying.pid, signal.SIGTERM)
    assert copying.wait(timeout=30) != 0
    some.unplug("sdc1")
    assert (some.copied, len(some.kept)) == (ODD, 1)


def test_a_copy_that_a_power_cut_broke_off_is_cleared_away(sticks):
    some = sticks("copy")
    (some.state / ".incoming/half").mkdir(parents=True)
    some.make("sdb1", ODD)
    assert some.plug("sdb1")
    assert some.copied == ODD
    assert len(some.kept) == 1
