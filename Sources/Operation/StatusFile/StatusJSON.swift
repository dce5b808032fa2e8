public import JSONCoding

extension RunningStatus {
    public var json: JSON {
        [
            "format": 1, "version": JSON(version), "pid": JSON(process), "started": JSON(started),
            "ended": JSON(ended),
            "session": JSON(session) { ["kind": .string($0.kind), "active": .bool($0.isActive)] },
            "configuration": JSON(configuration) {
                [
                    "path": .string($0.path), "mode": .string($0.mode.rawValue),
                    "problems": .array($0.problems.map(JSON.string)),
                ]
            },
            "devices": .array(devices.map(\.json)), "playlists": .array(playlists.map(\.json)),
            "problems": .array(problems.map(JSON.string)), "notices": .array(notices.map(JSON.string)),
        ]
    }

    /// Nil for bytes that are no JSON object.
    public init?(_ bytes: [UInt8]) {
        guard let root = try? JSONReader.value(of: bytes) else { return nil }
        self.init(json: root)
    }

    /// Nil for what is no object.
    public init?(json: JSONValue) {
        guard case .object = json else { return nil }
        self.init(
            version: json["version"]?.text, process: json["pid"]?.integer, started: json["started"]?.text,
            ended: json["ended"]?.text,
            devices: (json["devices"]?.elements ?? []).compactMap(Device.init),
            playlists: (json["playlists"]?.elements ?? []).compactMap(Playlist.init))
        if let session = json["session"], let kind = session["kind"]?.text {
            self.session = Session(kind: kind, isActive: session["active"]?.truth ?? true)
        }
        if let file = json["configuration"], let path = file["path"]?.text,
            let mode = file["mode"]?.text.flatMap(Configuration.Mode.init)
        {
            let problems = file["problems"]?.elements ?? []
            configuration = Configuration(path: path, mode: mode, problems: problems.compactMap(\.text))
        }
    }
}

extension RunningStatus.Device {
    fileprivate var json: JSON {
        [
            "path": .string(path), "driver": JSON(driver), "renderer": JSON(renderer), "waiting": JSON(waiting),
            "screens": .array(screens.map(\.json)),
        ]
    }

    fileprivate init?(_ device: JSONValue) {
        guard let path = device["path"]?.text else { return nil }
        self.init(
            path: path, driver: device["driver"]?.text, renderer: device["renderer"]?.text,
            waiting: device["waiting"]?.text,
            screens: (device["screens"]?.elements ?? []).compactMap(RunningStatus.Screen.init))
    }
}

extension RunningStatus.Screen {
    fileprivate var json: JSON {
        [
            "connector": .string(connector), "monitor": JSON(monitor), "state": JSON(state?.rawValue),
            "since": JSON(since), "mode": JSON(mode), "reason": JSON(reason), "until": JSON(until),
            "tried": .array(tried.map(JSON.string)),
            "shortfall": JSON(shortfall), "expected": JSON(expected?.rawValue), "zones": .array(zones.map(\.json)),
        ]
    }

    fileprivate init?(_ screen: JSONValue) {
        guard let connector = screen["connector"]?.text else { return nil }
        self.init(
            connector: connector, monitor: screen["monitor"]?.text,
            state: screen["state"]?.text.flatMap(State.init), mode: screen["mode"]?.text,
            reason: screen["reason"]?.text, tried: (screen["tried"]?.elements ?? []).compactMap(\.text))
        since = screen["since"]?.text
        until = screen["until"]?.text
        shortfall = screen["shortfall"]?.text
        expected = screen["expected"]?.text.flatMap(Expectation.init)
        zones = (screen["zones"]?.elements ?? []).compactMap(RunningStatus.Zone.init)
    }
}

extension RunningStatus.Zone {
    fileprivate var json: JSON {
        [
            "name": JSON(name), "shows": JSON(shows), "since": JSON(since), "unscheduled": .bool(isUnscheduled),
            "video": JSON(video) {
                [
                    "codec": .string($0.codec), "size": .string($0.size), "rate": JSON($0.rate),
                    "decoder": .string($0.decoder), "path": .string($0.path), "shown": .integer($0.shown),
                    "late": .integer($0.late), "dropped": .integer($0.dropped),
                ]
            },
            "next": JSON(next) { ["shows": JSON($0.shows), "at": .string($0.at)] },
        ]
    }

    fileprivate init?(_ zone: JSONValue) {
        guard case .object = zone else { return nil }
        self.init(
            name: zone["name"]?.text, shows: zone["shows"]?.text, since: zone["since"]?.text,
            isUnscheduled: zone["unscheduled"]?.truth ?? false)
        if let film = zone["video"], let codec = film["codec"]?.text, let size = film["size"]?.text {
            video = Video(
                codec: codec, size: size, rate: film["rate"]?.text, decoder: film["decoder"]?.text ?? "",
                path: film["path"]?.text ?? "", shown: film["shown"]?.integer ?? 0, late: film["late"]?.integer ?? 0,
                dropped: film["dropped"]?.integer ?? 0)
        }
        if let next = zone["next"], let time = next["at"]?.text {
            self.next = Next(shows: next["shows"]?.text, at: time)
        }
    }
}

extension RunningStatus.Playlist {
    fileprivate var json: JSON {
        [
            "path": .string(path), "several_paths": .bool(isSeveralPaths), "playing": JSON(playing),
            "mode": JSON(mode?.rawValue),
            "problems": .array(problems.map(JSON.string)),
            "skipped": .array(skipped.map(\.json)), "shaders": .array(shaders.map(\.json)),
            "suspect": JSON(suspect) { ["starts": .integer($0.starts), "until": .string($0.until)] },
        ]
    }

    fileprivate init?(_ playlist: JSONValue) {
        guard let path = playlist["path"]?.text else { return nil }
        self.init(
            path: path, isSeveralPaths: playlist["several_paths"]?.truth ?? false,
            playing: playlist["playing"]?.text, mode: playlist["mode"]?.text.flatMap(Mode.init),
            problems: (playlist["problems"]?.elements ?? []).compactMap(\.text),
            skipped: (playlist["skipped"]?.elements ?? []).compactMap(Skipped.init))
        shaders = (playlist["shaders"]?.elements ?? []).compactMap(Skipped.init)
        if let suspect = playlist["suspect"], let starts = suspect["starts"]?.integer,
            let until = suspect["until"]?.text
        {
            self.suspect = Suspicion(starts: starts, until: until)
        }
    }
}

extension RunningStatus.Playlist.Skipped {
    fileprivate var json: JSON { ["path": .string(path), "reason": .string(reason)] }

    fileprivate init?(_ file: JSONValue) {
        guard let path = file["path"]?.text else { return nil }
        self.init(path: path, reason: file["reason"]?.text ?? "no reason is given")
    }
}
