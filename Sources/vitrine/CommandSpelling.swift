import ArgumentParser
import Glibc
import StrictYAML

/// What is no command is what is to be played, so a misspelt one has to be told from a file.
enum CommandSpelling {
    /// Where the first word is neither a command nor a file, but nearly a command.
    static func fault(in arguments: [String]) -> ValidationError? {
        let names = Vitrine.configuration.subcommands.compactMap {
            $0.configuration.commandName ?? "\($0)".lowercased()
        }
        guard let word = arguments.first, !word.hasPrefix("-"), !(names + ["help"]).contains(word),
            // What plays unattended may still come.
            !arguments.contains("--unattended"), unsafe access(word, F_OK) != 0,
            let name = Spelling.nearest(to: word, in: names)
        else { return nil }
        return ValidationError("There is no file '\(word)'; did you mean 'vitrine \(name)'?")
    }
}
