import ArgumentParser
import Glibc
import StrictYAML
import TextLayout

/// A first argument that is no command is a playlist, so a misspelt command has to be distinguished from a file.
enum CommandSpelling {
    /// Where the first word is neither a command nor a file, but nearly a command.
    static func fault(in arguments: [String]) -> ValidationError? {
        let names = Vitrine.configuration.subcommands.compactMap {
            $0.configuration.commandName ?? "\($0)".lowercased()
        }
        guard let word = arguments.first, !word.hasPrefix("-"), !(names + ["help"]).contains(word),
            // What plays unattended may still come.
            !arguments.contains("--unattended"), unsafe access(word, F_OK) != 0,
            let name = otherNames[word] ?? Spelling.nearest(to: word, in: names)
        else { return nil }
        return ValidationError("There is no file '\(word)'; did you mean 'vitrine \(name)'?")
    }

    /// What the same is called elsewhere.
    private static let otherNames = [
        "list-connectors": "--list-connectors", "connectors": "--list-connectors", "outputs": "--list-connectors",
        "list": "--list-connectors", "play": "run", "start": "run", "validate": "check", "lint": "check",
        "screenshot": "render", "diagnose": "doctor", "info": "status", "version": "--version",
    ]
}
