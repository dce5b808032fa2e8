"""The machine: QEMU with an image's disk, two heads and a shell."""

import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading
import time

from machine import disk, inlet, picture
from machine.qmp import QMP, QMPError
from machine.shell import Shell
from machine.vnc import Monitor
from machine.waiting import eventually

HEADS = 2
SIZE = (1024, 576)

# Limits, in seconds, for a host with other things to do: from power on to the first picture, and to whatever follows from
# outside.
BOOT, CHANGE = 400, 120

# Nehalem rather than all that the emulation can do: llvmpipe draws five times as fast with it. Without the keyboard's
# controller nothing waits for it.
HARDWARE = [
    "-machine", "q35,i8042=off", "-accel", "tcg,thread=multi", "-cpu", "Nehalem", "-smp", "2", "-m", "1G",
    "-nodefaults",
]
DEVICES = ["-device", "virtio-rng-pci", "-device", "qemu-xhci,id=usb", "-device", "virtio-serial-pci"]
# What the graphics card with the two heads is given.
HEADED = f"max_outputs={HEADS},xres={SIZE[0]},yres={SIZE[1]}"


class Machine:
    """Use it in a `with` statement: at its end QEMU is gone. `folder` keeps its logs and what its screens showed.

    The kernel is started by QEMU with the image's own command line, so that the inlet can come with it; with
    `firmware` the image boots as on a real machine instead, and there is no shell. The disk is an overlay over the
    image, which is never written to. `disks` are further ones, read-only; `files` are left in /run, see inlet.py.
    `cards` are graphics cards in place of the one with the two heads: QEMU's devices, by the names by which `seen` knows
    them in place of a head's number; `gpu` is a library to be preloaded into QEMU, by which this host's OpenGL draws for the
    card with the two heads. Its network leads nowhere; at `ssh_port` of this host its ssh server answers, if it has one.
    """

    def __init__(self, image, folder, files=(), options="", firmware=False, disk_size=None, disks=(), ssh_port=None,
                 cards=None, gpu=None):
        self.image, self.folder, self.firmware = pathlib.Path(image).resolve(), pathlib.Path(folder), firmware
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        # Sockets have short paths.
        self.sockets = pathlib.Path(tempfile.mkdtemp(prefix="machine-"))
        self.disk = self.folder / "disk.qcow2"
        subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", "-b", self.image, "-F", "raw", self.disk,
                        *([disk_size] if disk_size else [])], check=True)
        self.threads, self.closing = [], threading.Event()
        self.ssh_port = ssh_port
        forward = f",hostfwd=tcp:127.0.0.1:{ssh_port}-:22" if ssh_port else ""
        self.gpu, self.heads = gpu, 0 if cards else HEADS
        if not cards:
            cards = {"gpu": f"virtio-gpu{'-gl' if gpu else ''}-pci,{HEADED}"}
        self.command = ["qemu-system-x86_64", *HARDWARE, "-display", "egl-headless" if gpu else "none"]
        for name, device in cards.items():
            self.command += ["-device", f"{device},id={name}"]
        self.command += [*DEVICES, "-S", "-name", self.folder.name,
                         "-nic", f"user,model=virtio-net-pci,restrict=on{forward}",
                         "-drive", f"file={self.disk},format=qcow2,if=virtio,cache=unsafe",
                         "-qmp", self._server("qmp"), "-qmp", self._server("camera"),
                         "-chardev", f"socket,id=serial,path={self.sockets}/serial,server=on,wait=off",
                         "-serial", "chardev:serial"]
        for path in disks:
            self.command += ["-drive", f"file={path},format=raw,if=virtio,readonly=on"]
        for head in range(self.heads):
            self.command += ["-vnc", f"unix:{self.sockets}/head{head},display=gpu,head={head},id=head{head}"]
        if firmware:
            self.command += ["-bios", "/usr/share/ovmf/OVMF.fd"]
        else:
            self._boot_directly(files, options)

    def _boot_directly(self, files, options):
        entry = disk.boot_entry(self.image, self.sockets)
        with open(entry.initrd, "ab") as file:
            file.write(bytes(-file.tell() % 512) + inlet.archive(files))
        # The screen stays the console, so that what would be printed is seen on it; the serial line has it too.
        self.command += ["-kernel", entry.kernel, "-initrd", entry.initrd,
                         "-append", f"{entry.options} console=ttyS0 console=tty0 {options}".strip()]
        for name in (inlet.SHELL, inlet.JOURNAL):
            self.command += ["-chardev", f"socket,id={name},path={self.sockets}/{name},server=on,wait=off",
                             "-device", f"virtserialport,chardev={name},name={name}"]

    def _server(self, name):
        return f"unix:{self.sockets}/{name},server=on,wait=off"

    def __enter__(self):
        self.qemu_log = open(self.folder / "qemu.log", "w")
        self.qemu = subprocess.Popen([str(word) for word in self.command], stdin=subprocess.DEVNULL,
                                     stdout=self.qemu_log, stderr=subprocess.STDOUT,
                                     env={**os.environ, "LD_PRELOAD": str(self.gpu)} if self.gpu else None)
        try:
            self._connect()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _connect(self):
        sockets = [self.sockets / name for name in ("serial", *(f"head{head}" for head in range(self.heads)))]
        eventually(lambda: self.qemu.poll() is not None or all(path.exists() for path in sockets), "QEMU is ready", 30)
        if self.qemu.poll() is not None:
            raise AssertionError(f"QEMU has ended: {(self.folder / 'qemu.log').read_text()}")
        self.qmp = QMP(self.sockets / "qmp")
        self.monitors = [Monitor(self.sockets / f"head{head}") for head in range(self.heads)]
        self._record(self.sockets / "serial", "serial.log")
        if not self.firmware:
            self._record(self.sockets / inlet.JOURNAL, "journal.log")
            self.shell = Shell(self.sockets / inlet.SHELL)
        self.started = time.monotonic()

    def __exit__(self, *_):
        self.closing.set()
        if self.qemu.poll() is None:
            self.qemu.kill()
        self.qemu.wait()
        for thread in self.threads:
            thread.join()
        self.qemu_log.close()
        shutil.rmtree(self.sockets)

    def start(self):
        """Lets the machine run, with a monitor at each head."""
        self.plug_all()
        self.started = time.monotonic()
        self.qmp("cont")

    def plug_all(self):
        """Has the monitor that the tests start with at each head."""
        for monitor in self.monitors:
            monitor.plug(*SIZE)

    def elapsed(self):
        """Seconds since the machine was started."""
        return time.monotonic() - self.started

    def cpu_time(self):
        """Seconds of processor that the emulation has used: unlike the time it hardly depends on the host's load."""
        fields = pathlib.Path(f"/proc/{self.qemu.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def seen(self, head):
        """What a head shows, or a card of `cards`."""
        if self.gpu:
            return self.monitors[head].seen()
        return self.dump(self.qmp, head, self.sockets / f"seen{head}.ppm")

    @staticmethod
    def dump(qmp, head, path):
        device = {"device": head} if isinstance(head, str) else {"device": "gpu", "head": head}
        qmp("screendump", filename=str(path), **device)
        return picture.read_ppm(path)

    def wait_for_picture(self, head, expected, limit, what="the picture"):
        """Waits until a head shows this picture, a function of the screen's size or just a picture."""
        def shows():
            seen = self.seen(head)
            wanted = expected(seen.shape[1], seen.shape[0]) if callable(expected) else expected
            return picture.is_close(seen, wanted)

        def instead():
            path = picture.save(self.folder / f"instead-of-{what.replace(' ', '-')}-{head}.png", self.seen(head))
            return f"{what} at head {head}; what it shows instead: {path}\n{self.journal_end()}"

        eventually(shows, instead, limit)

    def wait_for(self, condition, what, limit):
        eventually(condition, lambda: f"{what}\n{self.journal_end()}", limit)

    def wait_for_never(self, condition, what, until, limit):
        """That a condition does not come, until another one has, or for so long."""
        end = time.monotonic() + limit
        while time.monotonic() < end and not until():
            assert not condition(), what
            time.sleep(0.5)

    def journal(self):
        path = self.folder / "journal.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def journal_end(self):
        return "the end of its journal:\n" + "".join(self.journal().splitlines(keepends=True)[-25:])

    def reset(self):
        """The reset button."""
        self.qmp("system_reset")

    def plug_stick(self, path, name="stick"):
        """Plugs a USB stick whose content is that image file."""
        self.qmp("blockdev-add", driver="raw", node_name=name, read_only=True,
                 file={"driver": "file", "filename": str(path)})
        self.qmp("device_add", driver="usb-storage", id=name, drive=name, bus="usb.0")

    def unplug_stick(self, name="stick"):
        self.qmp("device_del", id=name)

        def forgotten():
            try:
                self.qmp("blockdev-del", node_name=name)
            except QMPError:
                return False  # the device is still there
            return True

        eventually(forgotten, f"the USB stick {name} is out", CHANGE)

    def wait_for_end(self, limit):
        """Waits until the machine has switched itself off."""
        try:
            self.qemu.wait(limit)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it did not switch itself off within {limit:g} s\n{self.journal_end()}") from None

    def _record(self, path, name):
        """Copies what comes from a socket into a file, each line with the time since the start."""
        source = socket.socket(socket.AF_UNIX)
        source.connect(str(path))
        source.settimeout(0.5)

        def copy():
            pending = b""
            with source, open(self.folder / name, "wb", buffering=0) as file:
                while True:
                    try:
                        data = source.recv(65536)
                    except TimeoutError:
                        if self.closing.is_set():
                            return
                        continue
                    except OSError:
                        return
                    if not data:
                        return
                    *lines, pending = (pending + data).split(b"\n")
                    for line in lines:
                        file.write(f"{self.elapsed():8.2f} ".encode() + line.rstrip(b"\r") + b"\n")

        thread = threading.Thread(target=copy)
        thread.start()
        self.threads.append(thread)
