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

/// A module of ours.
func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil,
    resources: [Resource]? = nil
) -> Target {
    .target(name: name, dependencies: dependencies, path: path, resources: resources, swiftSettings: rules)
}

/// A C library of the system, with a small header of ours for what Swift cannot import.
func cLibrary(_ name: String, pkgConfig: String? = nil, package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: rules)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name)] + dependencies, resources: resources,
        swiftSettings: rules)
}

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "vitrine",
    products: [
        .executable(name: "vitrine", targets: ["vitrine"]),
        .executable(name: "vitrine-decode", targets: ["vitrine-decode"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
    ],
    targets: [
        // Values and pure decisions: no I/O.
        module("Timing"),
        module("DisplayModel", ["Timing"]),
        module("TextLayout"),
        module("EDID", ["TextLayout"]),
        module("DisplayPlanning", ["Timing", "DisplayModel", "EDID"]),
        module("JSONWriting"),
        module("JSONReading"),
        module("ConnectorReport", ["DisplayModel", "DisplayPlanning", "EDID", "JSONWriting", "TextLayout"]),
        module("StatusReport", ["DisplayModel", "KioskEngine", "JSONWriting"]),
        module("RecordedDevices", ["DisplayModel", "JSONReading", "JSONWriting"]),
        module(
            "Doctor",
            [
                "DisplayModel", "EDID", "ConnectorReport", "RecordedDevices", "JSONReading", "JSONWriting",
                "TextLayout",
            ]),
        module("StrictYAML", ["Timing", "TextLayout", "CYAML"]),
        module("Scheduling", ["LinuxEvents", "StrictYAML"]),
        module("Playlist", ["Timing", "DisplayModel", "Scheduling", "StrictYAML", "TextLayout"]),
        module("SlideComposition", ["DisplayModel", "Playlist"]),
        module(
            "Configuration",
            ["Timing", "DisplayModel", "DisplayPlanning", "EDID", "Playlist", "SlideComposition", "StrictYAML"]),
        module("TimelineReport", ["Timing", "DisplayModel", "Playlist", "Scheduling", "JSONWriting", "TextLayout"]),

        // The edges: the kernel, GL, other processes.
        module("LinuxEvents", ["Timing", "CLinux"]),
        module("UdevMonitor", ["DisplayModel", "LinuxEvents", "CUdev"]),
        module("Supervision", ["LinuxEvents"]),
        module("SeatSession", ["Timing", "LinuxEvents", "CLinux", "CDRM", "CSeat"]),
        module("MachineInspection", ["Doctor", "LinuxEvents", "CLinux"]),
        module("KMSDisplay", ["Timing", "DisplayModel", "LinuxEvents", "CDRM", "CGBM"]),
        module("HeadlessDisplay", ["Timing", "DisplayModel", "LinuxEvents", "CLinux"]),
        module(
            "ShaderSource", path: "shaders",
            resources: [
                "picture.vert", "picture.frag", "crossfade.frag", "mask.frag", "surface.frag",
                "transition-prelude.frag", "transitions/circle.frag", "transitions/dissolve.frag",
                "transitions/fade.frag", "transitions/push.frag", "transitions/slide.frag", "transitions/wipe.frag",
                "transitions/zoom.frag",
            ].map { .embedInCode($0) }),
        module("BuiltInContent", resources: [.embedInCode("picture.png")]),
        module("GLESRendering", ["DisplayModel", "SlideComposition", "ShaderSource", "CEGL"]),
        module("MediaDecoding", ["Timing", "LinuxEvents", "CLinux"]),

        // What joins them.
        module(
            "KioskEngine",
            [
                "Timing", "DisplayModel", "DisplayPlanning", "EDID", "Playlist", "SlideComposition", "LinuxEvents",
                "MediaDecoding", "StrictYAML",
            ]),
        program(
            "vitrine",
            [
                "Timing", "DisplayModel", "DisplayPlanning", "Playlist", "SlideComposition", "LinuxEvents",
                "MediaDecoding", "KioskEngine", "KMSDisplay", "HeadlessDisplay", "GLESRendering", "UdevMonitor",
                "SeatSession", "ConnectorReport", "RecordedDevices", "Configuration", "Scheduling", "StrictYAML",
                "TimelineReport", "Doctor", "MachineInspection", "Supervision", "StatusReport", "BuiltInContent",
                "JSONWriting", "TextLayout", "CPNG",
                argumentParser,
            ]),
        program("vitrine-decode", ["MediaDecoding", "LinuxEvents", "CLinux", "CSeccomp", "CVips"]),

        cLibrary("CDRM", pkgConfig: "libdrm", package: "libdrm-dev"),
        cLibrary("CGBM", pkgConfig: "gbm", package: "libgbm-dev"),
        cLibrary("CEGL", pkgConfig: "egl glesv2", package: "libegl1-mesa-dev libgles2-mesa-dev"),
        cLibrary("CUdev", pkgConfig: "libudev", package: "libudev-dev"),
        cLibrary("CSeat", pkgConfig: "libseat", package: "libseat-dev"),
        cLibrary("CYAML", pkgConfig: "yaml-0.1", package: "libyaml-dev"),
        cLibrary("CVips", package: "libvips-dev"),
        cLibrary("CSeccomp", package: "libseccomp-dev"),
        cLibrary("CPNG", pkgConfig: "libpng", package: "libpng-dev"),
        cLibrary("CLinux", package: "libc6-dev"),

        tests("DisplayModel"),
        tests("EDID", resources: [.copy("Fixtures")]),
        tests("DisplayPlanning", ["DisplayModel", "Timing"]),
        .target(name: "SchemaValidation", path: "Tests/SchemaValidation", swiftSettings: rules),
        tests("ConnectorReport", ["DisplayModel", "EDID", "RecordedDevices", "JSONWriting", "SchemaValidation"]),
        tests(
            "RecordedDevices", ["Timing", "DisplayModel", "DisplayPlanning", "HeadlessDisplay", "EDID", "JSONWriting"],
            resources: [.copy("Fixtures")]),
        tests("JSONReading"),
        tests("TextLayout"),
        tests("StrictYAML"),
        tests("Doctor", ["DisplayModel", "EDID", "RecordedDevices", "SchemaValidation"]),
        tests("MachineInspection", ["Doctor"]),
        tests("Playlist", ["DisplayModel", "Scheduling", "StrictYAML"], resources: [.copy("Fixtures")]),
        tests("Scheduling", resources: [.copy("Fixtures")]),
        tests(
            "Configuration",
            ["DisplayModel", "DisplayPlanning", "Playlist", "SlideComposition", "StrictYAML", "Timing"]),
        tests("SlideComposition", ["DisplayModel", "Playlist"]),
        tests("LinuxEvents", ["Timing"]),
        tests("MediaDecoding", ["Timing", "LinuxEvents"], resources: [.copy("Fixtures")]),
        tests("HeadlessDisplay", ["Timing", "DisplayModel", "LinuxEvents"]),
        tests("GLESRendering", ["DisplayModel", "Playlist", "SlideComposition", "ShaderSource", "CEGL"]),
        tests("KMSDisplay", ["DisplayModel", "LinuxEvents", "Timing", "CDRM"]),
        tests("UdevMonitor", ["DisplayModel"]),
        tests("Supervision", ["LinuxEvents"]),
        tests("StatusReport", ["DisplayModel", "DisplayPlanning", "KioskEngine", "JSONWriting", "SchemaValidation"]),
        tests("SeatSession", ["Timing", "LinuxEvents", "CLinux"]),
        tests(
            "KioskEngine",
            [
                "Timing", "DisplayModel", "DisplayPlanning", "Playlist", "SlideComposition", "MediaDecoding",
                "HeadlessDisplay",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
