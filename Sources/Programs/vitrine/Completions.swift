import ArgumentParser

/// What shells offer as the value of an option: `scripts/package.d/completions` writes their scripts from it. The
/// commands are those of a POSIX shell. They read names from sysfs and open no device.
extension CompletionKind {
    /// The connectors of this machine.
    static var connectors: CompletionKind {
        .shellCommand("ls /sys/class/drm 2>/dev/null | sed -n 's/^card[0-9]*-//p'")
    }

    /// The display devices of this machine.
    static var displayDevices: CompletionKind {
        .shellCommand("ls -d /dev/dri/card* 2>/dev/null")
    }

    /// The policies, and the modes of the monitors that are connected.
    static var modes: CompletionKind {
        .shellCommand("echo preferred highest lowest current; cat /sys/class/drm/card*-*/modes 2>/dev/null | sort -u")
    }
}
