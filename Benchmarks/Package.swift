// swift-tools-version: 6.2

// What Torii costs, beside the best that could stand in its place. `make bench` runs it; Documentation/Performance.md explains.
//
// A benchmark is a folder here with an executable that prints rows (`BenchmarkReport`), and a line in scripts/bench.

import PackageDescription

// scripts/bench sets this, as scripts/release does for the server, so that swift-syntax is not built with optimisation.
let macroPlugin = Context.environment["TORII_MACRO_PLUGIN"]

let package = Package(
    name: "torii-benchmarks",
    dependencies: [
        .package(name: "torii", path: ".."),
        // The version of the server, for the signatures of TokensBench.
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
    ],
    targets: [
        // Streams through Torii's client, and through a bare C program over the same libcurl.
        .executableTarget(name: "TransportBench", dependencies: ["BenchmarkReport", "Measuring", "Programs"]),
        .executableTarget(
            name: "TransportStreams",
            dependencies: ["Measuring", .product(name: "Transport", package: "torii")]
        ),
        .executableTarget(name: "CurlBaseline", linkerSettings: [.linkedLibrary("curl")]),

        // Whole JSON texts beside Foundation's parser, and answers in small pieces.
        .executableTarget(
            name: "JSONBench",
            dependencies: [
                "Answers", "BenchmarkReport", "Measuring", .product(name: "StreamingJSON", package: "torii"),
            ]
        ),

        // Structured answers in small pieces, read as values of a type, alone and through a session.
        .executableTarget(
            name: "LanguageModelsBench",
            dependencies: [
                "Answers", "BenchmarkReport", "Measuring", .product(name: "LanguageModels", package: "torii"),
            ]
        ),

        // Models' streams from their bytes to a session's events, beside Foundation's parser.
        .executableTarget(
            name: "DecodersBench",
            dependencies: [
                "BenchmarkReport", "Measuring", .product(name: "ModelProviders", package: "torii"),
            ]
        ),

        // Lists of the embedded inventory, up to a million items.
        .executableTarget(
            name: "InventoryBench",
            dependencies: [
                "BenchmarkReport", .product(name: "Storage", package: "torii"),
                .product(name: "StorageSQLite", package: "torii"),
            ]
        ),

        // Turns of the built-in model, from the message to the worded answer.
        .executableTarget(
            name: "PhrasebookBench",
            dependencies: [
                "BenchmarkReport", "Measuring", .product(name: "AgentTools", package: "torii"),
                .product(name: "LanguageModels", package: "torii"), .product(name: "Phrasebook", package: "torii"),
            ]
        ),

        // The evaluation of the built-in model.
        .executableTarget(
            name: "EvaluationBench",
            dependencies: [
                "BenchmarkReport", .product(name: "Phrasebook", package: "torii"),
                .product(name: "PhrasebookEvaluation", package: "torii"),
            ]
        ),

        // Turns with several tools, a search with a silent upstream, calls through the registry.
        .executableTarget(
            name: "ToolsBench",
            dependencies: [
                "BenchmarkReport", "Measuring", "Programs", .product(name: "AgentTools", package: "torii"),
                .product(name: "LanguageModels", package: "torii"), .product(name: "Phrasebook", package: "torii"),
                .product(name: "StreamingJSON", package: "torii"), .product(name: "Transport", package: "torii"),
            ]
        ),

        // The answers for JSONBench and LanguageModelsBench.
        .target(name: "Answers"),

        // Leases of keys out of pools of several sizes.
        .executableTarget(name: "LeaseBench", dependencies: ["BenchmarkReport", "FilledPool"]),

        // What a turn pays for its client and its key: authentication, admission, a reservation, a lease, the settlement.
        .executableTarget(
            name: "VaultBench",
            dependencies: [
                "BenchmarkReport", "FilledPool", .product(name: "KeyVault", package: "torii"),
                .product(name: "StorageSQLite", package: "torii"),
            ]
        ),

        // The pools for LeaseBench and VaultBench.
        .target(
            name: "FilledPool",
            dependencies: [
                "BenchmarkReport", .product(name: "KeyVault", package: "torii"),
                .product(name: "StorageSQLite", package: "torii"),
            ]
        ),

        // The whole server between clients and a model: turns beside nginx, their costs as counts, tokens, idle streams, more load than is let in.
        .executableTarget(name: "RelayBench", dependencies: ["BenchmarkReport", "Measuring", "Programs"]),
        .executableTarget(name: "CountsBench", dependencies: ["BenchmarkReport", "Measuring", "Programs"]),
        .executableTarget(
            name: "TokensBench",
            dependencies: [
                "BenchmarkReport", "Measuring", "Programs", .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .executableTarget(name: "IdleBench", dependencies: ["BenchmarkReport", "Measuring", "Programs"]),
        .executableTarget(name: "OverloadBench", dependencies: ["BenchmarkReport", "Measuring", "Programs"]),
        .executableTarget(name: "ModelServer"),
        .executableTarget(name: "ChatLoad", linkerSettings: [.linkedLibrary("m")]),

        // Thousands of transfers cancelled at random moments; `make churn`.
        .executableTarget(
            name: "TransportChurn",
            dependencies: ["Measuring", "Programs", "SanitizerSupport", .product(name: "Transport", package: "torii")]
        ),

        // Explains Swift's Mutex to ThreadSanitizer; empty without it.
        .target(name: "SanitizerSupport"),

        // The loopback server for those of the transport.
        .executableTarget(name: "LoadServer"),

        // What a benchmark is made of: counters of the process, the other programs here as children, rows of the table.
        .target(name: "Measuring", dependencies: ["CMeasuring"]),
        .target(name: "CMeasuring"),
        .target(name: "Programs"),
        .target(name: "BenchmarkReport"),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu17
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
    if let macroPlugin, ["LanguageModelsBench", "ToolsBench"].contains(target.name) {
        target.swiftSettings?.append(
            .unsafeFlags(["-load-plugin-executable", "\(macroPlugin)#LanguageModelsMacros"])
        )
    }
}
