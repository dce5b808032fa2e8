import ArgumentParser

/// The program. It parses arguments and chooses concrete types; what it does is in the modules.
@main
struct Vitrine: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vitrine",
        abstract: "Signage and kiosk screens, straight from the Linux kernel.",
        discussion: """
            Shows pictures on every screen that is plugged in, without X, Wayland or a desktop. The usual things:

              vitrine /srv/signage              play a folder of pictures on all screens
              vitrine --list-connectors         what is plugged in where, with which modes
              vitrine --mode highest --overscan tv-safe /srv/signage
              vitrine --backend headless --outputs 1920x1080@60,1280x720 --save-frames out /srv/signage
              vitrine check /etc/vitrine/config.yaml
              vitrine doctor                    what is right and wrong with this machine
              vitrine render /srv/signage --size 1920x1080 --offset 12.5s -o frame.png

            Messages go to standard error, data to standard output. Exit codes are those of sysexits.h.
            """,
        version: "0.1.0",
        subcommands: [Run.self, Check.self, Render.self, Doctor.self],
        defaultSubcommand: Run.self)

    static func main() {
        if let fault = CommandSpelling.fault(in: Array(CommandLine.arguments.dropFirst())) { exit(withError: fault) }
        main(nil)
    }
}
