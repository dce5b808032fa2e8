"""Vitrine's unit in the machine."""

from machine import media, vm

DROP_IN = "/run/systemd/system/vitrine.service.d/99-test.conf"


def show(machine, name):
    """One of its properties, as systemd tells it."""
    return machine.shell(f"systemctl show --property {name} --value vitrine.service").strip()


def main_process(machine):
    return show(machine, "MainPID")


def restarts(machine):
    """How often systemd has started it again by itself."""
    return int(show(machine, "NRestarts"))


def send(machine, signal):
    """Sends the engine a signal; its decoder is left alone."""
    machine.shell(f"systemctl kill --kill-whom=main --signal={signal} vitrine.service")


def start_with(machine, settings):
    """Starts it with these lines in a drop-in: anew, because a restart would continue with the previous process's open devices."""
    machine.shell(f"mkdir -p {DROP_IN.rpartition('/')[0]} && printf '%s\\n' '{settings}' > {DROP_IN}")
    _start_anew(machine)


def start_as_it_is(machine):
    """Starts it without such a drop-in; both heads are as the other tests expect them when it returns."""
    machine.shell(f"rm {DROP_IN}")
    _start_anew(machine)
    machine.plug_all()
    wait_for_cards(machine, "as before")


def _start_anew(machine):
    machine.shell("systemctl daemon-reload && systemctl stop vitrine && systemctl reset-failed vitrine; "
                  "systemctl start --no-block vitrine")


def wait_for_cards(machine, when="", limit=vm.BOOT):
    for head in range(vm.HEADS):
        machine.wait_for_picture(head, media.card(head), limit, f"its card {when}".strip())
