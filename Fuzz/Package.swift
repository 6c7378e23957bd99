// swift-tools-version: 6.2

// Fuzz targets for the code that reads bytes from outside. `make fuzz TARGET=sse SECONDS=300` runs one;
// Documentation/Performance.md describes them.
//
// A target is a folder Sources/Fuzz<NAME> with the function that libFuzzer calls, a folder of small seeds in Corpus, and optionally a
// dictionary.

import PackageDescription

let package = Package(
    name: "torii-fuzz",
    dependencies: [
        .package(name: "torii", path: "..")
    ],
    targets: [
        .executableTarget(
            name: "FuzzSSE",
            dependencies: ["Fuzzing", .product(name: "Transport", package: "torii")],
            // libFuzzer provides the main function.
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        ),
        .executableTarget(
            name: "FuzzJSON",
            dependencies: [
                "Fuzzing", .product(name: "StreamSafeText", package: "torii"),
                .product(name: "StreamingJSON", package: "torii"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        ),
        .executableTarget(
            name: "FuzzHTML",
            dependencies: [
                .product(name: "HTMLText", package: "torii"), .product(name: "StreamSafeText", package: "torii"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        ),
        .executableTarget(
            name: "FuzzCalendar",
            dependencies: [.product(name: "AgentTools", package: "torii")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        ),
        .executableTarget(
            name: "FuzzTools",
            dependencies: [
                .product(name: "AgentTools", package: "torii"), .product(name: "LanguageModels", package: "torii"),
                .product(name: "Storage", package: "torii"), .product(name: "StorageSQLite", package: "torii"),
                .product(name: "StreamingJSON", package: "torii"), .product(name: "Transport", package: "torii"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        ),
        .executableTarget(
            name: "FuzzHeaders",
            dependencies: [
                .product(name: "AgentWire", package: "torii"), .product(name: "Transport", package: "torii"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        ),
        .executableTarget(
            name: "FuzzToolFiles",
            dependencies: [
                .product(name: "AgentTools", package: "torii"), .product(name: "Phrasebook", package: "torii"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        ),
        .executableTarget(
            name: "FuzzPatterns",
            dependencies: [
                .product(name: "AgentTools", package: "torii"), .product(name: "Phrasebook", package: "torii"),
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        ),
        .executableTarget(
            name: "FuzzTemplates",
            dependencies: [.product(name: "AgentTools", package: "torii")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        ),
        .executableTarget(
            name: "FuzzSignedTokens",
            dependencies: [.product(name: "SignedTokens", package: "torii")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        ),
        // Ways to cut an input into pieces.
        .target(name: "Fuzzing"),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    var settings = target.swiftSettings ?? []
    settings += [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
    target.swiftSettings = settings
}
