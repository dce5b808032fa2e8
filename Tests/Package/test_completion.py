"""What shells complete, by the Tab key: in a folder with files, on a machine with two connectors."""

import json
import os
import pathlib
import pty
import re
import select
import signal
import subprocess

import pytest

# Connectors of the machine, and a mode of one.
MACHINE = """
    mount -t tmpfs tmpfs /sys/class
    mkdir -p /sys/class/drm/card0 /sys/class/drm/card0-HDMI-A-1 /sys/class/drm/card0-DP-2 /sys/class/drm/version
    echo 1920x1080 > /sys/class/drm/card0-HDMI-A-1/modes
    exec "$@"
"""
ON_MACHINE = ["unshare", "--mount", "sh", "-ec", MACHINE, "machine"]

# The line as it is typed, and its last word when Tab was pressed: as the program gets it.
LINES = {
    "command": ("vitrine ren", "render"),
    "command of help": ("vitrine help ren", "render"),
    "option of the default command": ("vitrine --list-c", "--list-connectors"),
    "option of a command": ("vitrine render --time", "--timeline"),
    "second option": ("vitrine --list-connectors --js", "--json"),
    "option after a file": ("vitrine playlist.yaml --unatt", "--unattended"),
    "one of several values": ("vitrine --log-level tr", "trace"),
    "one of several values, with =": ("vitrine --log-level=tr", "--log-level=trace"),
    "policy": ("vitrine --mode hi", "highest"),
    "mode of a monitor": ("vitrine --mode 19", "1920x1080"),
    "connector": ("vitrine render --output-name HD", "HDMI-A-1"),
    "file": ("vitrine play", "playlist.yaml"),
    "file of a command": ("vitrine run play", "playlist.yaml"),
    "further file": ("vitrine check playlist.yaml wi", "with blank.yaml"),
    "further file of the default command": ("vitrine pictures playlist.yaml wi", "with blank.yaml"),
    "further file after an option": ("vitrine pictures --mode highest wi", "with blank.yaml"),
    "file in folders": ("vitrine pictures/inner/m", "pictures/inner/menu.yaml"),
    "file at home": ("vitrine ~/play", "HOME/playlist.yaml"),
    "file in quotes": ("vitrine 'with b", "with blank.yaml"),
    "file after the options' end": ("vitrine -- play", "playlist.yaml"),
    "value that is a file": ("vitrine --config play", "playlist.yaml"),
    "value that is a file, with =": ("vitrine --config=play", "--config=playlist.yaml"),
    "short option's file": ("vitrine render -o play", "playlist.yaml"),
    "value that is a folder": ("vitrine --save-frames p", "pictures"),
    "value that cannot be known": ("vitrine --duration play", "play"),
    "option that there is not": ("vitrine check --unatt", "--unatt"),
    "another program's file": ("other play", "playlist.yaml"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("home")
    (folder / "pictures/inner").mkdir(parents=True)
    for name in ("playlist.yaml", "with blank.yaml", "pictures/inner/menu.yaml"):
        (folder / name).touch()
    return folder


def environment(files, folder, **more):
    return {"PATH": f"{files}/usr/bin:/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8", "TERM": "dumb",
            "XDG_DATA_DIRS": f"{files}/usr/share:/usr/share", **more}


class Terminal:
    """A shell at a terminal, in which `vitrine` and `other` print what they are given."""

    def __init__(self, command, environment, folder):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(ON_MACHINE[0], [*ON_MACHINE, *command], environment)
        self.seen = ""

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def read_until(self, pattern):
        while not (found := re.search(pattern, self.seen, re.DOTALL)):
            assert select.select([self.terminal], [], [], 30)[0], f"no {pattern} in {self.seen!r}"
            self.seen += os.read(self.terminal, 4096).decode()
        self.seen = self.seen[found.end():]
        return found

    def word(self, line):
        """The last word of a line after the Tab key."""
        return self.answer(f"{line}\t")

    def answer(self, line):
        """What a line prints."""
        self.type(f"{line}\n")
        return self.read_until("given:(.*?):end").group(1).replace("\r\n", "\n")

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.close(self.terminal)
        os.waitpid(self.process, 0)


@pytest.fixture(scope="module")
def bash(files, folder, tmp_path_factory):
    settings = tmp_path_factory.mktemp("bash") / "rc"
    settings.write_text("""
        PS1='> '
        bind 'set enable-bracketed-paste off' 'set bell-style none'
        . /usr/share/bash-completion/bash_completion
        vitrine() { echo "given:${@: -1}:end"; }
        other() { vitrine "$@"; }
        settings() { echo "given:$(complete -p ls cd; shopt; set -o; trap -p):end"; }
        echo ready:
        """)
    terminal = Terminal(["bash", "--noprofile", "--rcfile", str(settings), "-i"], environment(files, folder), folder)
    terminal.read_until("ready:")
    yield terminal
    terminal.close()


@pytest.fixture(scope="module")
def zsh(files, folder, tmp_path_factory):
    settings = tmp_path_factory.mktemp("zsh")
    (settings / ".zshrc").write_text(f"""
        PS1='> '
        unsetopt prompt_cr prompt_sp
        unset zle_bracketed_paste
        fpath=({files}/usr/share/zsh/vendor-completions $fpath)
        autoload -Uz compinit && compinit -u -D
        # The keys after Tab are there already.
        zstyle ':completion:*' insert-tab false
        vitrine() {{ print -r -- "given:${{@[-1]}}:end" }}
        other() {{ vitrine "$@" }}
        print ready:
        """)
    terminal = Terminal(["zsh", "-i"], environment(files, folder, ZDOTDIR=str(settings)), folder)
    terminal.read_until("ready:")
    yield terminal
    terminal.close()


class Fish:
    """fish says by itself what it completes, if the program is there."""

    def __init__(self, files, folder):
        self.environment, self.folder = environment(files, folder), folder

    def word(self, line):
        told = subprocess.run(
            [*ON_MACHINE, "fish", "--command", "complete --do-complete $argv[1]", line], env=self.environment, cwd=self.folder,
            text=True, timeout=60, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert (told.returncode, told.stderr) == (0, ""), told
        words = [candidate.split("\t")[0].replace("~", str(self.folder)) for candidate in told.stdout.splitlines()]
        assert len(words) <= 1, words
        return words[0] if words else line.split()[-1]


@pytest.fixture(scope="module")
def fish(files, folder):
    return Fish(files, folder)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("line", [pytest.param(line, id=name) for name, line in LINES.items()])
def test_word_is_completed(request, folder, shell, line):
    typed, expected = line
    # zsh takes the slash of a folder away again with the end of the line.
    assert request.getfixturevalue(shell).word(typed).removesuffix("/") == expected.replace("HOME", str(folder))


def test_what_takes_a_file_says_so(files):
    """Else a new option would have nothing completed."""
    tool = json.loads(subprocess.run(
        [files / "usr/lib/vitrine/vitrine", "--experimental-dump-help"], check=True, stdout=subprocess.PIPE).stdout)
    taking = [(command["commandName"], argument) for command in tool["command"]["subcommands"]
              for argument in command.get("arguments", []) if argument["shouldDisplay"]
              and argument.get("valueName") in ("file", "folder", "path", "playlist", "connector")]
    assert len(taking) > 5
    assert [(command, argument["valueName"]) for command, argument in taking if not argument.get("completionKind")] == []


def test_bash_has_its_settings_afterwards(bash):
    before = bash.answer("settings")
    bash.word("vitrine --mode hi")
    bash.word("vitrine play")
    assert bash.answer("settings") == before != ""
