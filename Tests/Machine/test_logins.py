"""Logins: none on the screens while they are Vitrine's, on a machine that offers them wherever it is allowed to."""

from machine import media, picture, vm


def active_gettys(machine):
    units = machine.shell("systemctl list-units --plain --no-legend --state=active '*getty*.service' 'autovt*'")
    return [line.split()[0] for line in units.splitlines()]


def switch_to(machine, terminal):
    machine.shell("busctl call org.freedesktop.login1 /org/freedesktop/login1/seat/seat0 "
                  f"org.freedesktop.login1.Seat SwitchTo u {terminal}")
    machine.wait_for(lambda: machine.shell("cat /sys/class/tty/tty0/active").strip() == f"tty{terminal}",
                     f"terminal {terminal} is shown", vm.CHANGE)


def test_no_login_is_offered(machine):
    assert machine.shell.run("pgrep -l 'getty|login$|sulogin|sh$' | grep -v bash").output == ""
    assert active_gettys(machine) == []
    assert machine.shell("systemctl list-units --plain --no-legend --state=active 'debug-shell*' 'emergency*'") == ""


def test_getty_was_kept_away(machine):
    """It is enabled, and its start was asked for."""
    lines = machine.shell("systemctl show --property LoadState,WantedBy,ConditionResult,ConditionTimestampMonotonic "
                          "getty@tty1.service").splitlines()
    getty = dict(line.split("=", 1) for line in lines)
    assert getty.pop("ConditionTimestampMonotonic") != "0"
    assert getty == {"LoadState": "loaded", "WantedBy": "getty.target", "ConditionResult": "no"}


def test_login_on_another_terminal(machine):
    """Somebody switches to a terminal that is not Vitrine's, and gets a login there; then back."""
    switch_to(machine, 2)
    machine.wait_for(lambda: active_gettys(machine) == ["getty@tty2.service"], "a login is offered there", vm.CHANGE)
    machine.wait_for(lambda: not picture.is_close(machine.seen(0), media.CARDS[0]), "the picture has gone", vm.CHANGE)
    switch_to(machine, 1)
    for head in range(vm.HEADS):
        machine.wait_for_picture(head, media.card(head), vm.CHANGE, "its card, back on its terminal")
    machine.shell("systemctl stop getty@tty2.service")
    assert active_gettys(machine) == []
