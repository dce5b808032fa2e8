"""What is given to the machine beside its image: a second initial RAM disk, that leaves units and other files in /run.

The kernel unpacks all that the boot loader gives it into one. The units give the tests a root shell and the journal,
each on a virtio port; nothing on the disk is changed, and no console is used.
"""

SHELL, JOURNAL = "machine.shell", "machine.journal"

# One command at a time: "ID COMMAND" comes, "ID STATUS OUTPUT" goes, both texts in base64.
SHELL_PROGRAM = """\
#!/bin/bash
exec 3<> /dev/virtio-ports/machine.shell
mkdir -p /run/machine
while read -r id command <&3; do
    printf %s "$command" | base64 -d > /run/machine/command
    bash /run/machine/command > /run/machine/output 2>&1 < /dev/null
    status=$?
    printf '%s %s %s\\n' "$id" "$status" "$(base64 -w0 /run/machine/output)" >&3
done
"""

JOURNAL_PROGRAM = """\
#!/bin/bash
exec journalctl --follow --lines=all --output=short-monotonic --no-hostname > /dev/virtio-ports/machine.journal
"""

RULES = """\
SUBSYSTEM=="virtio-ports", ATTR{name}=="machine.shell", SYMLINK+="virtio-ports/$attr{name}", TAG+="systemd", \
ENV{SYSTEMD_WANTS}+="machine-shell.service"
SUBSYSTEM=="virtio-ports", ATTR{name}=="machine.journal", SYMLINK+="virtio-ports/$attr{name}", TAG+="systemd", \
ENV{SYSTEMD_WANTS}+="machine-journal.service"
"""


def unit(program):
    return f"""\
[Unit]
DefaultDependencies=no

[Service]
ExecStart=/bin/bash /run/inlet/{program}
Restart=always
RestartSec=1
StandardOutput=null
"""


def archive(extra_files=()):
    """A cpio archive. `extra_files` are pairs of a path below /run and its text; a text that begins with "-> " is a
    link."""
    files = {
        "inlet/shell": SHELL_PROGRAM,
        "inlet/journal": JOURNAL_PROGRAM,
        "udev/rules.d/90-inlet.rules": RULES,
        "systemd/system/machine-shell.service": unit("shell"),
        "systemd/system/machine-journal.service": unit("journal"),
        **dict(extra_files),
    }
    # initramfs-tools' init reads conf.d before its scripts run; the last of those is where /run can be written to.
    # There is no cp.
    install = ""
    for path, text in files.items():
        target = f"/run/{path}"
        install += f"mkdir -p {target.rpartition('/')[0]}\n"
        install += f"ln -s {text[3:]} {target}\n" if text.startswith("-> ") else f"cat /inlet/{path} > {target}\n"
    members = {
        "conf/conf.d/inlet": "echo '. /inlet/install' >> /scripts/init-bottom/ORDER\n",
        "inlet/install": install,
        **{f"inlet/{path}": text for path, text in files.items()},
    }
    folders = sorted({folder for path in members for folder in _folders_of(path)})
    content = [(path, 0o040755, "") for path in folders]
    content += [(path, 0o100644, text) for path, text in members.items()]
    content.append(("TRAILER!!!", 0, ""))
    return b"".join(_member(number, *member) for number, member in enumerate(content, 1))


def _folders_of(path):
    parts = path.split("/")[:-1]
    return ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]


def _member(number, path, mode, text):
    name, data = path.encode() + b"\0", text.encode()
    fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name), 0)
    header = b"070701" + "".join(f"{field:08x}" for field in fields).encode() + name
    return header + bytes(-len(header) % 4) + data + bytes(-len(data) % 4)
