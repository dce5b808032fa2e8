import ArgumentParser
import ConnectorReport
import DisplayModel
import Glibc
import KMSDisplay
import PlaylistReading
import SignPlayer

/// `--list-connectors`: writes the listing to standard output.
///
/// A device that cannot be read is reported on standard error; the others are listed. The exit code is that of the
/// failure if nothing was listed, or if a device named by `--device` was not.
struct ConnectorListing {
    /// Paths of device nodes, or of links to them. Empty for all.
    let devices: [String]
    /// The path of a recording to list in place of this machine's devices; `-` is standard input.
    let recording: String?
    let isJSON: Bool
    let log: Log

    func run() throws {
        if let recording {
            try write(RecordingFile.devices(recording, log))
            return
        }
        var snapshots: [DeviceSnapshot] = []
        var failure: Int32?
        for card in try cards(&failure) {
            do {
                if let snapshot = try card.snapshot(.probe) {
                    snapshots.append(snapshot)
                } else if !devices.isEmpty {
                    log(.error, "\(card.path): it draws only and has no connectors; name the device with the screens")
                    failure = ExitStatus.unavailable
                }
            } catch {
                log(.error, "\(error)")
                failure = error.exitStatus
            }
        }
        if !snapshots.isEmpty {
            try write(snapshots)
        } else if failure == nil {
            log(.error, Self.noDevice)
            failure = ExitStatus.unavailable
        }
        if let failure, snapshots.isEmpty || !devices.isEmpty { throw ExitCode(failure) }
    }

    private func cards(_ failure: inout Int32?) throws -> [CardNode] {
        let all: [CardNode]
        do { all = try CardNode.all() } catch {
            log(.error, "\(error)")
            throw ExitCode(error.exitStatus)
        }
        guard !devices.isEmpty else { return all }
        var wanted: [DeviceID] = []
        for path in devices {
            // By number: a link of /dev/dri/by-path names the same device.
            if let id = DeviceID(ofNode: path), all.contains(where: { $0.id == id }) {
                wanted.append(id)
            } else {
                log(.error, "\(path): there is no such display device; 'vitrine --list-connectors' shows all")
                failure = ExitStatus.unavailable
            }
        }
        return all.filter { wanted.contains($0.id) }
    }

    private static let noDevice = """
        no display device with connectors in /dev/dri. Is the driver of the graphics hardware loaded (lspci -k, dmesg)? \
        In a container, pass /dev/dri in. To try without hardware: modprobe vkms
        """

    private func write(_ snapshots: [DeviceSnapshot]) throws {
        let report = DisplayReport(snapshots, makers: PlaylistFiles.onDisk.makerNames)
        try StandardOutput.write(isJSON ? report.json : report.text, log)
    }
}

extension DisplayError {
    fileprivate var exitStatus: Int32 {
        code == Code.accessDenied || code == Code.notPermitted ? ExitStatus.noPermission : ExitStatus.unavailable
    }
}
