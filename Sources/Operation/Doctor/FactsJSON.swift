import DisplayModel
import JSONCoding
import StatusFile

// The names and types of the members are described in docs/doctor.schema.json, which a test compares with them.

extension MachineFacts {
    /// Every member is always there; null stands for what could not be learned.
    var json: JSON {
        [
            "viewer": viewer.account.json,
            "nomodeset": .bool(host.hasNomodeset),
            "cards": .array(cards.map(\.json)),
            "graphics_hardware": .array(
                controllers.map {
                    [
                        "address": .string($0.address), "id": .string($0.identifier), "driver": JSON($0.driver),
                        "driver_failure": JSON($0.driverFailure),
                    ]
                }),
            "seat": seat.json,
            "service": JSON(service, \.json),
            "service_account": JSON(serviceAccount, \.json),
            "running": JSON(status) { $0.json(isAlive: isStatusProcessRunning) },
            "players": .array(players.map(\.json)),
            "state_folder": JSON(stateFolder) {
                ["path": .string($0.path), "condition": .string($0.condition.rawValue)]
            },
            "decoder_fault": JSON(decoderFault),
            "video_decoder_fault": JSON(videoDecoderFault),
            "clock": JSON(clock) { clock in
                [
                    "time": JSON(clock.time), "synchronised": .bool(clock.isSynchronised),
                    "program_time": JSON(clock.programTime),
                ]
            },
            "file_systems": .array(fileSystems.map(\.json)),
            "memory": JSON(memory) { memory in
                [
                    "size": .unsigned(memory.size), "available": .unsigned(memory.available),
                    "kills": JSON(memory.kills),
                ]
            },
            "sensors": .array(
                sensors.map { sensor in
                    [
                        "name": .string(sensor.name), "millidegrees": JSON(sensor.temperature),
                        "high": JSON(sensor.high), "critical": JSON(sensor.critical),
                    ]
                }),
            "undervoltage": JSON(hasUndervoltage),
            "configuration": JSON(content.configuration, \.json),
            "configured_connectors": .array(
                content.connectors.map { ["name": .string($0.pattern.description), "line": JSON($0.line)] }),
            "playlists": .array(content.playlists.map(\.json)),
            "unanswered": .array(unanswered.map { .string($0) }),
        ]
    }
}

extension MachineFacts.Account {
    fileprivate var json: JSON {
        ["name": .string(name), "user": JSON(user), "groups": .array(groups.sorted().map { JSON($0) })]
    }
}

extension MachineFacts.Process {
    fileprivate var json: JSON { ["id": JSON(id), "name": .string(name)] }
}

extension MachineFacts.Card {
    fileprivate var json: JSON {
        [
            "path": .string(path),
            "owner": .string(ownerName),
            "group": .string(groupName),
            "mode": .string(String(mode, radix: 8)),
            "driver": JSON(driver),
            "reading": .string(reading.name),
            "failure": JSON(reading.failure),
            "holders": .array(holders.map(\.json)),
            "master": master?.json ?? .null,
        ]
    }
}

extension MachineFacts.Card.Reading {
    fileprivate var failure: String? { if case .failed(let reason) = self { reason } else { nil } }

    fileprivate var name: String {
        switch self {
        case .read: "read"
        case .withoutScreens: "without-screens"
        case .notPermitted: "not-permitted"
        case .failed: "failed"
        }
    }
}

extension MachineFacts.Card.Master {
    fileprivate var json: JSON {
        switch self {
        case .nobody: "nobody"
        case .process(let process): process.json
        }
    }
}

extension MachineFacts.Seat {
    fileprivate var json: JSON {
        [
            "terminal": JSON(terminal),
            "graphics_mode": JSON(isInGraphicsMode),
            "terminal_processes": .array(terminalProcesses.map(\.json)),
            "sessions": .array(
                sessions.map { session in
                    [
                        "id": .string(session.id), "user": .string(session.user), "type": .string(session.type),
                        "active": .bool(session.isActive),
                    ]
                }),
            "logind": .bool(hasLogind),
            "seatd": .bool(hasSeatd),
            "graphical_processes": .array(graphicalProcesses.map(\.json)),
        ]
    }
}

extension MachineFacts.Service {
    fileprivate var json: JSON {
        [
            "load": .string(load), "active": .string(activity), "sub": .string(substate),
            "enabled": .string(enablement), "result": .string(result), "restarts": JSON(restarts),
            "pid": JSON(process), "memory_kills": JSON(memoryKills),
            "last_failure": JSON(lastFailure),
        ]
    }
}

extension RunningStatus {
    fileprivate func json(isAlive: Bool) -> JSON {
        [
            "version": JSON(version),
            "pid": JSON(process),
            "alive": .bool(isAlive),
            "session": JSON(session) { ["kind": .string($0.kind), "active": .bool($0.isActive)] },
        ]
    }
}

extension MachineFacts.FileSystem {
    fileprivate var json: JSON {
        [
            "path": .string(path), "device": JSON(device), "kind": JSON(kind), "mount_point": JSON(mountPoint),
            "size": .unsigned(size), "available": .unsigned(available),
            "available_files": JSON(availableFiles) { .unsigned($0) }, "read_only": .bool(isReadOnly),
        ]
    }
}

extension MachineFacts.FileCheck {
    fileprivate var json: JSON {
        [
            "path": .string(path), "good": .bool(isGood), "lines": .array(lines.map { .string($0) }),
            "skipped": .array(skipped.map { .string($0) }),
        ]
    }
}
