import ArgumentParser
import TextLayout

/// The program. It parses arguments and chooses concrete types; the modules do the work.
@main
struct Vitrine: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vitrine",
        abstract: "Drive signage and kiosk screens directly through the Linux kernel.",
        discussion: """
            Plays pictures on every connected screen, without X, Wayland or a desktop. Examples:

              vitrine /srv/signage              play a folder on all screens
              vitrine hello.jpg photos          several, one after the other
              vitrine --list-connectors         what is plugged in where, with which modes
              vitrine --mode highest --overscan tv-safe /srv/signage
              vitrine --backend headless --outputs 1920x1080@60,1280x720 --save-frames out /srv/signage
              vitrine check /etc/vitrine/config.yaml
              vitrine doctor                    find out why a screen is dark
              vitrine status                    what is on each screen now
              vitrine identify                  which screen is which
              vitrine render /srv/signage --size 1920x1080 --offset 12.5s -o frame.png

            Messages go to standard error, data to standard output. Exit codes are those of sysexits.h.
            """,
        version: "0.1.0",
        subcommands: [Run.self, Check.self, Render.self, Doctor.self, Status.self, Identify.self, TryShader.self],
        defaultSubcommand: Run.self)

    static func main() {
        if let fault = CommandSpelling.fault(in: Array(CommandLine.arguments.dropFirst())) { exit(withError: fault) }
        main(nil)
    }
}
