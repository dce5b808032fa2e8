"""The way in over the network that an image of `--ssh-key` has."""

import socket
import subprocess


def free_port():
    """A TCP port of this host that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class SSH:
    """Runs commands as root. It believes the key that the machine shows first, and no other from then on."""

    def __init__(self, port, key, known_hosts):
        self.command = ["ssh", "-F", "none", "-i", key, "-p", str(port), "-o", f"UserKnownHostsFile={known_hosts}",
                        "-o", "StrictHostKeyChecking=accept-new", "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes",
                        "-o", "ConnectTimeout=30"]

    def run(self, command, *options, limit=120):
        """The command's result, with its output and errors as texts; 255 is the status where there is no way in."""
        return subprocess.run([*self.command, *options, "root@127.0.0.1", command], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=limit)

    def __call__(self, command):
        """Runs a command, which must succeed, and returns its output."""
        result = self.run(command)
        if result.returncode != 0:
            raise AssertionError(f"in the machine: {command}: status {result.returncode}\n{result.stdout}{result.stderr}")
        return result.stdout
