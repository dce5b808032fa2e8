import Foundation

@testable import EDID

/// The EDIDs that `scripts/make-edid-fixtures` made, each with the report that `edid-decode` gave of it.
enum Fixture: String, CaseIterable {
    case analogue, careless, desktop, interlaced, portrait, projector, television, tiled
    case wrongChecksum = "wrong-checksum"

    var bytes: [UInt8] {
        get throws { try [UInt8](Data(contentsOf: url("bin"))) }
    }

    var edid: EDID {
        get throws { try EDID(bytes: bytes) }
    }

    var report: String {
        get throws { try String(contentsOf: url("txt"), encoding: .utf8) }
    }

    private func url(_ fileExtension: String) -> URL {
        Bundle.module.bundleURL.appending(path: "Fixtures/\(rawValue).\(fileExtension)")
    }
}

extension [UInt8] {
    /// With other bytes at some offsets and every block's checksum put right.
    func patched(_ changes: [Int: UInt8]) -> [UInt8] {
        var bytes = self
        for (offset, value) in changes { bytes[offset] = value }
        for end in stride(from: 127, to: bytes.count, by: 128) {
            bytes[end] = bytes[(end - 127)..<end].reduce(0) { $0 &- $1 }
        }
        return bytes
    }
}
