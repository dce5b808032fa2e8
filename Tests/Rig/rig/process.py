"""A program under test: its messages, what it holds, and its end."""

import os
import pathlib
import signal
import subprocess
import tempfile

from rig.waiting import eventually


class Program:
    """Runs a command. Use it in a `with` statement: at its end the program is gone, whatever happened.

    `terminal` is the path of its controlling terminal; with `user` it runs as that user, in the group video. It finds
    `descriptors` from number 3 on, as a service manager hands them over (sd_listen_fds).
    """

    def __init__(self, *command, env=None, terminal=None, user=None, descriptors=()):
        identity = {"user": user, "group": "video", "extra_groups": []} if user else {}
        if terminal:
            command = ("setsid", "--ctty", *command)
        if descriptors:
            moves = " ".join(f"{3 + index}<&{number} {number}<&-" for index, number in enumerate(descriptors))
            script = f'exec {moves}; export LISTEN_PID=$$ LISTEN_FDS={len(descriptors)}; exec "$@"'
            command = ("bash", "-c", script, "bash", *command)
        folder = pathlib.Path(tempfile.mkdtemp(prefix="program-"))
        self.output_path, self.log_path = folder / "output", folder / "log"
        with (open(self.output_path, "wb") as output, open(self.log_path, "wb") as log,
              open(terminal or os.devnull, "rb", buffering=0) as source):
            self.process = subprocess.Popen([str(word) for word in command], stdin=source, stdout=output, stderr=log,
                                            env={**os.environ, **(env or {})}, pass_fds=descriptors, **identity)

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if failure:
            print(f"messages of {self.process.args[0]}:\n{self.log}")  # pytest shows it with the failure

    @property
    def output(self):
        return self.output_path.read_text(errors="replace")

    @property
    def log(self):
        """What it has written to standard error."""
        return self.log_path.read_text(errors="replace")

    def wait_until(self, condition, what, limit=15.0):
        """Waits for a condition while the program runs. Its messages are in the failure."""
        def ended_or_met():
            met = condition()
            if not met and self.process.poll() is not None:
                raise AssertionError(f"it ended with status {self.process.returncode} before: {what}\n{self.log}")
            return met
        try:
            return eventually(ended_or_met, what, limit)
        except AssertionError as error:
            raise AssertionError(f"{error}\nits messages:\n{self.log}") from None

    def stop(self, number=signal.SIGTERM, limit=5.0):
        """Sends a signal and returns the exit status; fails when the program does not end within the limit."""
        self.process.send_signal(number)
        return self.finish(limit)

    def finish(self, limit=10.0):
        """Waits for the program's own end and returns the exit status."""
        try:
            return self.process.wait(limit)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it did not end within {limit:g} s; its messages:\n{self.log}") from None

    def descriptors(self):
        """The open descriptors: what each one is, by number."""
        folder = pathlib.Path(f"/proc/{self.process.pid}/fd")
        return {int(link.name): os.readlink(link) for link in folder.iterdir()}

    def memory(self):
        """Resident and proportional set size and the like, in KiB (/proc/PID/smaps_rollup)."""
        lines = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines()[1:]
        return {line.partition(":")[0]: int(line.split()[1]) for line in lines}

    def libraries(self):
        """The paths of what it has mapped of files, a line each."""
        lines = pathlib.Path(f"/proc/{self.process.pid}/maps").read_text().splitlines()
        return "\n".join(sorted({line.split(maxsplit=5)[5] for line in lines if len(line.split(maxsplit=5)) == 6}))

    def wake_ups(self):
        """How often its main thread has gone to sleep of its own accord so far."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                return int(line.split()[1])
        raise AssertionError("the kernel does not count context switches")
