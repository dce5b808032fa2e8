import Glibc
import LinuxSystem
public import Paths
import TextLayout

/// Why there is no time zone of a name, as a sentence.
public struct TimeZoneError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

extension TimeZoneRules {
    /// The zone of a name such as `Europe/Berlin`, from the system's database (Debian's package tzdata), or from the
    /// folder that the variable `TZDIR` names. `UTC` is there even without a database.
    /// - Throws: A sentence that says what is wrong: the name, the zone's file, or that there is no database.
    public static func named(_ name: String) throws(TimeZoneError) -> TimeZoneRules {
        if name == utc.name { return utc }
        guard isName(name) else {
            throw TimeZoneError("'\(name)' is no name of a time zone, which is one such as Europe/Berlin")
        }
        let bytes: [UInt8]
        do throws(FileReadingError) {
            bytes = try contents(of: folder + "/" + name)
        } catch {
            guard error == .folder || error.code == ENOENT || error.code == ENOTDIR else {
                throw TimeZoneError("the time zone \(name) cannot be read: \(folder)/\(name): \(error)")
            }
            guard unsafe access(folder, F_OK) == 0 else {
                throw TimeZoneError("there are no time zones in \(folder); install the package tzdata")
            }
            throw TimeZoneError(
                error == .folder
                    ? "'\(name)' is no time zone but a folder of them; name one that is in it, such as Europe/Berlin"
                    : "there is no time zone '\(name)' in \(folder); "
                        + (suggestion(for: name, in: folder).map { "\($0) " } ?? "")
                        + "'timedatectl list-timezones' lists their names")
        }
        return try reading(name, bytes, folder + "/" + name)
    }

    /// The system's zone: that of the variable `TZ` (tzset(3)), else that of `/etc/localtime`. ``utc`` where neither
    /// says anything that can be read.
    public static func local() -> TimeZoneRules { local(variable: environment("TZ")) }

    /// The files that zones are read from: a change of one may change what their rules are.
    /// - Parameter names: of zones that ``named(_:)`` gives. The system's zone is always among them.
    public static func files(of names: some Sequence<String>) -> [FilePath] {
        let local = environment("TZ").map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 } ?? "/etc/localtime"
        return [local.hasPrefix("/") ? FilePath(local) : isName(local) ? FilePath(folder + "/" + local) : nil]
            .compactMap(\.self) + names.filter { $0 != utc.name && isName($0) }.map { FilePath(folder + "/" + $0) }
    }

    private static var folder: String { environment("TZDIR").flatMap { $0.isEmpty ? nil : $0 } ?? systemFolder }

    static func local(variable: String?, file: String = "/etc/localtime") -> TimeZoneRules {
        guard let variable else { return (try? atPath(file)) ?? utc }
        let text = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
        if text.hasPrefix("/") { return (try? atPath(text)) ?? utc }
        return (try? named(text)) ?? TimeZoneRules(posix: text) ?? utc
    }
}

private let systemFolder = "/usr/share/zoneinfo"

/// Names become paths, and must not lead out of the folder.
private func isName(_ name: String) -> Bool {
    let isSpelledWell = name.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || "/_+-".utf8.contains(byte)
    }
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return isSpelledWell && name.utf8.count <= 255 && parts.allSatisfy { !$0.isEmpty }
}

/// Asks for a zone of the database's list of places: one of such a place, or with a name that is near.
private func suggestion(for name: String, in folder: String) -> String? {
    guard let list = try? contents(of: folder + "/zone.tab") else { return nil }
    let names = String(decoding: list, as: UTF8.self).split(separator: "\n").compactMap { line -> String? in
        let columns = line.split(separator: "\t")
        return line.hasPrefix("#") || columns.count < 3 ? nil : String(columns[2])
    }
    let place = names.first { $0.lowercased().hasSuffix("/" + name.lowercased()) }
    return place.map { Spelling.suggestion($0) } ?? Spelling.suggestion(for: name, in: names)
}

/// The zone in a file. Its name is that of the zone that the path, a symbolic link mostly, leads to.
private func atPath(_ path: String) throws -> TimeZoneRules {
    let bytes = try contents(of: path)
    var resolved = [CChar](repeating: 0, count: Int(PATH_MAX))
    let isResolved = unsafe realpath(path, &resolved) != nil
    let target =
        isResolved ? String(decoding: resolved.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : path
    let isSystemZone = target.hasPrefix(systemFolder + "/")
    return try reading(isSystemZone ? String(target.dropFirst(systemFolder.utf8.count + 1)) : path, bytes, path)
}

private func reading(_ name: String, _ bytes: [UInt8], _ path: String) throws(TimeZoneError) -> TimeZoneRules {
    do throws(TimeZoneError) {
        return try TimeZoneRules(name: name, tzif: bytes)
    } catch {
        throw TimeZoneError("the time zone file \(path) \(error)")
    }
}

/// The largest files of the database have 4 kB.
private let mostBytes = 1 << 20

private func contents(of path: String) throws(FileReadingError) -> [UInt8] {
    try WholeFile.read(FilePath(path), limit: mostBytes)
}

private func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
