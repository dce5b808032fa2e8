// swift-tools-version: 6.2
import PackageDescription

/// Every target is built with the same rules: language mode 6, explicit existentials, imports that are
/// internal unless said otherwise, members only from modules that are imported, and each use of an unsafe
/// construct (a C pointer, mostly) marked `unsafe` where it happens.
let rules: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// The folders of `Sources`. Each may use those before it. Content knows of Rendering only the module of that name, what
/// crosses a renderer's border, and Rendering knows nothing of content.
enum Layer: String {
    case c = "C"
    case base = "Base"
    case display = "Display"
    case rendering = "Rendering"
    case content = "Content"
    case engine = "Engine"
    case operation = "Operation"
    case programs = "Programs"

    /// A module of ours in this folder.
    /// - Parameter exclude: files in its folder that are not built.
    func module(
        _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource]? = nil
    ) -> Target {
        .target(
            name: name, dependencies: dependencies, path: "Sources/\(rawValue)/\(name)", exclude: exclude,
            resources: resources, swiftSettings: rules)
    }

    func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies, path: "Sources/\(rawValue)/\(name)", swiftSettings: rules)
    }

    /// A C library of the system, with a small header of ours for what Swift cannot import.
    static func library(_ name: String, pkgConfig: String? = nil, package: String) -> Target {
        .systemLibrary(
            name: name, path: "Sources/\(Layer.c.rawValue)/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
    }
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name)] + dependencies, resources: resources,
        swiftSettings: rules)
}

let c: [Target] = [
    Layer.library("CDRM", pkgConfig: "libdrm", package: "libdrm-dev"),
    Layer.library("CGBM", pkgConfig: "gbm", package: "libgbm-dev"),
    Layer.library("CEGL", pkgConfig: "egl glesv2", package: "libegl1-mesa-dev libgles2-mesa-dev"),
    Layer.library("CUdev", pkgConfig: "libudev", package: "libudev-dev"),
    Layer.library("CSeat", pkgConfig: "libseat", package: "libseat-dev"),
    Layer.library("CYAML", pkgConfig: "yaml-0.1", package: "libyaml-dev"),
    Layer.library("CVips", package: "libvips-dev"),
    Layer.library("CSeccomp", package: "libseccomp-dev"),
    Layer.library("CPNG", pkgConfig: "libpng", package: "libpng-dev"),
    Layer.library(
        "CFFmpeg", pkgConfig: "libavformat libavcodec libavutil",
        package: "libavformat-dev libavcodec-dev libavutil-dev"),
    Layer.library("CPango", package: "libpango1.0-dev libfontconfig-dev"),
    Layer.library("CLinux", package: "libc6-dev"),
]

let base: [Target] = [
    Layer.base.module("Timing"),
    Layer.base.module("TextLayout"),
    Layer.base.module("JSONCoding"),
    Layer.base.module("StrictYAML", ["Timing", "TextLayout", "CYAML"]),
    Layer.base.module("SeededRandom"),
    Layer.base.module("Paths"),
    Layer.base.module("LinuxSystem", ["Timing", "Paths", "CLinux"]),
    Layer.base.module("FileWatching", ["Timing", "Paths", "LinuxSystem", "CLinux"]),
]

let display: [Target] = [
    Layer.display.module("DisplayModel", ["Timing", "TextLayout"]),
    Layer.display.module("EDID", ["TextLayout"]),
    Layer.display.module("DisplayPlanning", ["Timing", "DisplayModel", "EDID"]),
    Layer.display.module("KMSDisplay", ["Timing", "Paths", "DisplayModel", "LinuxSystem", "CDRM", "CGBM"]),
    Layer.display.module("HeadlessDisplay", ["Timing", "DisplayModel", "LinuxSystem", "CLinux"]),
    Layer.display.module("UdevMonitor", ["DisplayModel", "LinuxSystem", "CUdev"]),
    Layer.display.module("SeatSession", ["Timing", "Paths", "LinuxSystem", "CLinux", "CDRM", "CSeat"]),
]

let rendering: [Target] = [
    Layer.rendering.module("Rendering", ["DisplayModel"]),
    .target(
        name: "ShaderSource", path: "shaders",
        resources: [
            "picture.vert", "dither.frag", "picture.frag", "crossfade.frag", "mask.frag", "surface.frag",
            "video.frag",
            "transition-prelude.frag", "transitions/circle.frag", "transitions/dissolve.frag",
            "transitions/fade.frag", "transitions/fade-black.frag", "transitions/fade-white.frag",
            "transitions/push.frag", "transitions/slide.frag", "transitions/wipe.frag",
            "transitions/zoom.frag",
        ].map { .embedInCode($0) }, swiftSettings: rules),
    Layer.rendering.module("GLESRendering", ["DisplayModel", "Rendering", "ShaderSource", "CEGL"]),
    Layer.rendering.module("CPURendering", ["DisplayModel", "Rendering"]),
]

let content: [Target] = [
    Layer.content.module("Scheduling", ["Timing", "Paths", "LinuxSystem", "TextLayout"]),
    Layer.content.module("Codes"),
    Layer.content.module("LiveData", ["Timing", "JSONCoding", "StrictYAML", "TextLayout", "Scheduling"]),
    Layer.content.module(
        "TextTemplates", ["Timing", "TextLayout", "Scheduling", "LiveData"], resources: [.embedInCode("locales.txt")]),
    Layer.content.module("Fonts", ["Paths", "LinuxSystem"]),
    Layer.content.module(
        "Playlist",
        [
            "Timing", "Paths", "SeededRandom", "DisplayModel", "Fonts", "LiveData", "Scheduling", "TextTemplates",
        ]),
    Layer.content.module(
        "PlaylistReading",
        [
            "Timing", "Paths", "LinuxSystem", "DisplayModel", "Fonts", "LiveData", "Playlist", "Scheduling",
            "StrictYAML",
            "TextLayout", "TextTemplates",
        ]),
    Layer.content.module(
        "SlideComposition", ["Timing", "Paths", "DisplayModel", "LiveData", "Playlist", "Rendering", "TextTemplates"]),
    Layer.content.module("Media", ["Timing", "DisplayModel"]),
    Layer.content.module("MediaDecoding", ["Timing", "Paths", "DisplayModel", "Fonts", "LinuxSystem", "CLinux"]),
    Layer.content.module("ConfinedProcess", ["MediaDecoding", "Paths", "LinuxSystem", "CLinux", "CSeccomp"]),
    Layer.content.module("PNGWriting", ["Paths", "DisplayModel", "LinuxSystem", "CPNG"]),
    Layer.content.module(
        "TextDrawing", ["DisplayModel", "CPNG"], exclude: ["font-licence.txt"],
        resources: [.embedInCode("font.png"), .embedInCode("font.txt")]),
    Layer.content.module("BuiltInContent", resources: [.embedInCode("picture.png"), .embedInCode("film.mp4")]),
]

let engine: [Target] = [
    Layer.engine.module("ScreenKeeping", ["Timing", "DisplayModel", "DisplayPlanning", "EDID", "Rendering"]),
    Layer.engine.module(
        "Presentation", ["Timing", "DisplayModel", "DisplayPlanning", "Media", "Rendering", "ScreenKeeping"]),
    Layer.engine.module(
        "Overlays",
        [
            "Timing", "LinuxSystem", "DisplayModel", "EDID", "Media", "Rendering", "ScreenKeeping", "Presentation",
            "TextDrawing",
        ]),
    Layer.engine.module(
        "KioskEngine",
        [
            "Timing", "Paths", "DisplayModel", "DisplayPlanning", "EDID", "Fonts", "LiveData", "Playlist",
            "PlaylistReading", "Rendering",
            "Scheduling", "SlideComposition", "TextTemplates",
            "LinuxSystem", "FileWatching", "Media", "MediaDecoding", "Presentation", "Overlays", "ScreenKeeping",
            "StrictYAML",
        ]),
]

let operation: [Target] = [
    Layer.operation.module(
        "Configuration",
        [
            "Timing", "Paths", "DisplayModel", "DisplayPlanning", "EDID", "KioskEngine", "Playlist", "PlaylistReading",
            "Rendering", "Scheduling", "TextLayout",
            "StrictYAML",
        ]),
    Layer.operation.module(
        "ConnectorReport", ["DisplayModel", "DisplayPlanning", "EDID", "JSONCoding", "TextLayout"]),
    Layer.operation.module("StatusFile", ["Timing", "JSONCoding", "TextLayout"]),
    Layer.operation.module("RecordedDevices", ["DisplayModel", "JSONCoding"]),
    Layer.operation.module(
        "Doctor",
        ["DisplayModel", "EDID", "ConnectorReport", "RecordedDevices", "StatusFile", "JSONCoding", "TextLayout"]),
    Layer.operation.module("MachineInspection", ["Timing", "Paths", "Doctor", "StatusFile", "LinuxSystem", "CLinux"]),
    Layer.operation.module(
        "TimelineReport",
        ["Timing", "Paths", "DisplayModel", "Playlist", "Scheduling", "TextDrawing", "JSONCoding", "TextLayout"]),
    Layer.operation.module("Supervision", ["LinuxSystem", "TextLayout"]),
    Layer.operation.module(
        "SignPlayer",
        [
            "Timing", "Paths", "DisplayModel", "DisplayPlanning", "Rendering", "Playlist", "PlaylistReading",
            "SlideComposition", "StrictYAML", "LinuxSystem", "FileWatching", "MediaDecoding", "KioskEngine",
            "ScreenKeeping", "KMSDisplay", "HeadlessDisplay", "CPURendering", "GLESRendering", "UdevMonitor",
            "SeatSession", "MachineInspection", "Supervision", "StatusFile",
            "BuiltInContent", "PNGWriting", "JSONCoding", "TextLayout", "CLinux",
        ]),
]

let programs: [Target] = [
    Layer.programs.program(
        "vitrine",
        [
            "Timing", "Paths", "DisplayModel", "DisplayPlanning", "Playlist", "PlaylistReading", "Rendering",
            "SlideComposition", "LinuxSystem",
            "MediaDecoding", "KioskEngine", "ScreenKeeping", "KMSDisplay", "HeadlessDisplay", "GLESRendering",
            "SeatSession", "ConnectorReport", "RecordedDevices", "Configuration", "Scheduling", "StrictYAML",
            "BuiltInContent", "TextDrawing", "Presentation", "Overlays", "TimelineReport", "Doctor",
            "MachineInspection", "StatusFile", "SignPlayer", "PNGWriting",
            "JSONCoding", "TextLayout", "CLinux",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ]),
    Layer.programs.program(
        "vitrine-decode", ["ConfinedProcess", "MediaDecoding", "Paths", "LinuxSystem", "CLinux", "CVips"]),
    Layer.programs.program(
        "vitrine-decode-video",
        ["ConfinedProcess", "MediaDecoding", "Timing", "DisplayModel", "LinuxSystem", "CLinux", "CFFmpeg"]),
    Layer.programs.program("vitrine-draw-text", ["ConfinedProcess", "MediaDecoding", "LinuxSystem", "CPango"]),
]

/// A folder of `Tests` each; `scripts/check` compares the two.
let unitTests: [Target] = [
    tests("Timing"),
    tests("Paths"),
    tests("Fonts", ["SeededRandom"]),
    tests("DisplayModel"),
    tests("EDID", ["SeededRandom"], resources: [.copy("Fixtures")]),
    tests("DisplayPlanning", ["DisplayModel", "Timing", "SeededRandom"]),
    .target(name: "SchemaValidation", path: "Tests/SchemaValidation", swiftSettings: rules),
    tests("ConnectorReport", ["DisplayModel", "EDID", "RecordedDevices", "JSONCoding", "SchemaValidation"]),
    tests(
        "RecordedDevices",
        [
            "Timing", "SeededRandom", "DisplayModel", "DisplayPlanning", "HeadlessDisplay", "EDID", "JSONCoding",
        ],
        resources: [.copy("Fixtures")]),
    tests("JSONCoding"),
    tests("TextLayout"),
    tests("StrictYAML"),
    tests("Doctor", ["DisplayModel", "EDID", "RecordedDevices", "StatusFile", "SchemaValidation"]),
    tests("MachineInspection", ["Doctor", "StatusFile"]),
    tests("Playlist", ["Paths", "Timing", "SeededRandom", "DisplayModel", "Scheduling"]),
    tests(
        "PlaylistReading",
        [
            "Fonts", "LinuxSystem", "LiveData", "Paths", "Timing", "SeededRandom", "DisplayModel", "Playlist",
            "Rendering", "Scheduling", "StrictYAML", "TextTemplates",
        ],
        resources: [.copy("Fixtures")]),
    tests("Scheduling", ["Timing", "SeededRandom"], resources: [.copy("Fixtures")]),
    tests("Codes", ["SeededRandom"]),
    tests("LiveData", ["Timing", "SeededRandom", "Scheduling", "StrictYAML"]),
    tests("TextTemplates", ["Timing", "SeededRandom", "Scheduling", "LiveData"]),
    tests(
        "Configuration",
        [
            "DisplayModel", "KioskEngine", "Paths", "DisplayPlanning", "Playlist", "PlaylistReading", "Rendering",
            "Scheduling", "SeededRandom", "SlideComposition",
            "StrictYAML", "Timing",
        ]),
    tests(
        "SlideComposition",
        ["Paths", "Timing", "SeededRandom", "DisplayModel", "Playlist", "Rendering", "Scheduling"]),
    tests("Rendering", ["DisplayModel", "SeededRandom"]),
    tests("LinuxSystem", ["Paths", "Timing"]),
    tests("FileWatching", ["Paths", "LinuxSystem", "SeededRandom", "Timing"]),
    tests("SeededRandom"),
    tests(
        "MediaDecoding", ["Paths", "Timing", "DisplayModel", "Fonts", "LinuxSystem", "SeededRandom"],
        resources: [.copy("Fixtures")]),
    tests("HeadlessDisplay", ["Timing", "DisplayModel", "LinuxSystem"]),
    .target(
        name: "RenderedPixels", dependencies: ["DisplayModel", "Rendering"], path: "Tests/RenderedPixels",
        swiftSettings: rules),
    tests(
        "GLESRendering",
        [
            "DisplayModel", "Playlist", "Rendering", "SlideComposition", "ShaderSource", "CPURendering",
            "RenderedPixels", "CEGL",
        ]),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    tests(
        "CPURendering",
        ["DisplayModel", "Rendering", "GLESRendering", "RenderedPixels", "SeededRandom", "CAllocations"]),
    tests("KMSDisplay", ["DisplayModel", "LinuxSystem", "Timing", "CDRM"]),
    tests("UdevMonitor", ["DisplayModel"]),
    tests("Supervision", ["LinuxSystem"]),
    .testTarget(name: "ProgramTests", dependencies: ["BuiltInContent", "CPNG"], swiftSettings: rules),
    tests("StatusFile", ["Timing", "JSONCoding", "SchemaValidation"]),
    tests("PNGWriting"),
    tests(
        "SignPlayer",
        [
            "Paths", "Timing", "DisplayModel", "DisplayPlanning", "HeadlessDisplay", "JSONCoding", "KioskEngine",
            "LinuxSystem", "MediaDecoding", "Playlist", "PlaylistReading", "Scheduling", "SeatSession", "StatusFile",
            "BuiltInContent",
        ]),
    tests("SeatSession", ["Timing", "LinuxSystem", "CLinux"]),
    tests(
        "TimelineReport",
        ["Timing", "DisplayModel", "Playlist", "Scheduling", "TextDrawing", "JSONCoding", "SchemaValidation"]),
    tests("TextDrawing", ["DisplayModel"]),
    tests(
        "KioskEngine",
        [
            "Paths", "Timing", "SeededRandom", "DisplayModel", "DisplayPlanning", "Playlist", "PlaylistReading",
            "SlideComposition",
            "Fonts", "MediaDecoding", "HeadlessDisplay", "LinuxSystem", "Media", "Overlays", "Presentation",
            "Rendering", "Scheduling", "ScreenKeeping", "TextTemplates", "CAllocations",
        ]),
    tests(
        "Overlays",
        [
            "Timing", "LinuxSystem", "DisplayModel", "EDID", "Media", "Presentation", "Rendering", "TextDrawing",
        ]),
]

let package = Package(
    name: "vitrine",
    products: [
        .executable(name: "vitrine", targets: ["vitrine"]),
        .executable(name: "vitrine-decode", targets: ["vitrine-decode"]),
        .executable(name: "vitrine-decode-video", targets: ["vitrine-decode-video"]),
        .executable(name: "vitrine-draw-text", targets: ["vitrine-draw-text"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
    ],
    targets: c + base + display + rendering + content + engine + operation + programs + unitTests,
    swiftLanguageModes: [.v6]
)
