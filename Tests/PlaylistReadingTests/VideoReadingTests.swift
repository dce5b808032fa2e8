import DisplayModel
import Paths
import Playlist
import StrictYAML
import Testing
import Timing

@testable import PlaylistReading

/// Films in playlists: how long they play, which part of them, and what is said of those that cannot be played.
@Suite struct VideoReadingTests {
    private static let lengths: [FilePath: Duration] = [
        "film.mp4": .seconds(12), "long.webm": .seconds(5400), "mix/2.mov": .milliseconds(4040),
        "mix/4.MKV": .seconds(7),
    ]

    /// `film.mp4`, `long.webm`, the broken `broken.mp4` and a folder `mix` are there.
    private func disk(_ text: String) -> FakeDisk {
        var disk = FakeDisk(text)
        for path in Self.lengths.keys { disk.texts[path] = "" }
        disk.texts["broken.mp4"] = ""
        disk.texts["endless.mp4"] = ""
        disk.folders["mix"] = ["mix/1.png", "mix/2.mov", "mix/3.png", "mix/3b.png", "mix/4.MKV"]
        disk.videoLengths = { path in
            if path == "endless.mp4" { return .success(nil) }
            guard let length = Self.lengths[path] else {
                return .failure(UnplayableVideo(message: "\(path): is not a video file that is played"))
            }
            return .success(length)
        }
        return disk
    }

    @Test(
        arguments: [
            ("film.mp4", 12_000, Duration.zero, nil, nil),
            ("{video: film.mp4}", 12_000, .zero, nil, nil),
            ("{video: film.mp4, start: 2.5s}", 9_500, .milliseconds(2500), nil, nil),
            ("{video: film.mp4, start: 2.5s, end: 4s}", 1_500, .milliseconds(2500), .seconds(4), nil),
            ("{video: film.mp4, end: 20}", 12_000, .zero, .seconds(20), nil),
            ("{video: film.mp4, duration: 1min}", 60_000, .zero, nil, nil),
            ("{video: film.mp4, duration: 1min, loop: false}", 60_000, .zero, nil, false),
            ("{video: film.mp4, loop: true}", 12_000, .zero, nil, true),
            ("{video: endless.mp4}", 5_000, .zero, nil, nil),
            ("{video: endless.mp4, start: 1s, end: 3s}", 2_000, .seconds(1), .seconds(3), nil),
        ] as [(String, Int, Duration, Duration?, Bool?)])
    func aFilmPlaysAsLongAsItIs(item: String, length: Int, start: Duration, end: Duration?, loops: Bool?) throws {
        let outcome = disk("duration: 5s\nitems: [\(item)]\n").read()
        #expect(outcome.lines == [])
        let path: FilePath = item.contains("endless") ? "endless.mp4" : "film.mp4"
        let found = try #require(outcome.items.first)
        #expect(found.content == .video(Video(path: path, start: start, end: end, loops: loops)))
        #expect(found.duration == .milliseconds(length))
        #expect(outcome.playlist?.videos == [path] && outcome.playlist?.pictures == [])
    }

    @Test(arguments: [
        (
            "{video: film.mp4, start: 12s}",
            "2:13: error: film.mp4: is 12.0 s long, so there is nothing of it from its 'start' on"
        ),
        ("{video: film.mp4, start: 4s, end: 4s}", "2:13: error: film.mp4: its 'end' is not after its 'start'"),
        ("{video: a.png}", "2:13: error: a.png: it is a picture; write it as 'picture:'"),
        ("{picture: film.mp4}", "2:15: error: film.mp4: it is a video; write it as 'video:'"),
        ("{folder: film.mp4}", "2:14: error: film.mp4: it is a video; write it as 'video:'"),
        ("{video: photos}", "2:13: error: photos: it is a folder; write it as 'folder:'"),
        ("{video: nothing.mp4}", "2:13: error: nothing.mp4: no such file or folder"),
        (
            "{picture: a.png, loop: true}",
            "2:22: error: there is no key 'loop' here; a list plays again and again by itself; leave it out"
        ),
        ("{video: broken.mp4}", "2:13: warning: broken.mp4: is not a video file that is played; it is skipped"),
    ])
    func whatIsWrongIsToldWithItsPlace(item: String, message: String) {
        #expect(disk("items:\n  - \(item)\n").read().lines == ["main.yaml:\(message)"])
    }

    @Test func foldersMixPicturesAndFilms() throws {
        let outcome = disk("duration: 5s\nitems: [mix]\n").read()
        #expect(outcome.lines == [])
        guard case .list(let list) = outcome.items.first?.content else {
            Issue.record("\(outcome.items)")
            return
        }
        #expect(list.order == .listed)
        #expect(
            list.items.map(\.content) == [
                .pictures(paths: ["mix/1.png"], .listed), .video(Video(path: "mix/2.mov")),
                .pictures(paths: ["mix/3.png", "mix/3b.png"], .listed), .video(Video(path: "mix/4.MKV")),
            ])
        #expect(list.items.map(\.duration) == [.seconds(5), .milliseconds(4040), .seconds(5), .seconds(7)])

        let shuffled = disk("items: [{folder: mix, order: shuffle, seed: 3}]\n").read()
        guard case .list(let mixed) = shuffled.items.first?.content else {
            Issue.record("\(shuffled.items)")
            return
        }
        #expect(mixed.order == .shuffled(seed: 3) && mixed.items.count == 5)
    }

    @Test func aFilmIsNeitherBlurredNorMoved() throws {
        let items = disk("background: blurred\nmotion: zoom-in\nfit: cover\nitems: [film.mp4, a.png]\n").read().items
        #expect(items.map { $0.style.look.motion == nil } == [true, false])
        #expect(items.map(\.style.look.background) == [.color(.black), .blurred])
        #expect(items.map(\.style.look.fit) == [.cover, .cover])
    }

    @Test func aFilmIsAZoneAndAPathByItself() throws {
        let zone = disk("zones: [{video: film.mp4, start: 3s}]\n").read()
        #expect(zone.lines == [])
        #expect(zone.items.map(\.duration) == [.seconds(9)])
        let alone = disk("").read("long.webm")
        #expect(alone.items.map(\.duration) == [.seconds(5400)])
        let folder = disk("").read("mix")
        #expect(folder.playlist?.media.files.count == 5)
    }

    @Test func eachFilmIsAskedAboutOnceInAReading() {
        final class Count: @unchecked Sendable { var number = 0 }
        let count = Count()
        var disk = disk("items: [film.mp4, {video: film.mp4, end: 3s}, film.mp4]\n")
        disk.videoLengths = { _ in
            count.number += 1
            return .success(.seconds(12))
        }
        #expect(disk.read().items.map(\.duration) == [.seconds(12), .seconds(3), .seconds(12)])
        #expect(count.number == 1)
    }
}
