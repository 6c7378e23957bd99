// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

// The release build sets this to a macro plug-in that was built without optimisation, so that it does not also build
// swift-syntax with whole-module optimisation. Documentation/BuildAndTest.md has the figures and the reason.
let macroPlugin = Context.environment["TORII_MACRO_PLUGIN"]

// SwiftPM links all tests of a package into one program, and builds that for the build machine if one of them depends on a macro: everything
// below it would be compiled twice. So the tests of the macros are in the package only if this is "macros", and then the others are not.
let testsMacros = Context.environment["TORII_TESTS"] == "macros"

let package = Package(
    name: "torii",
    // Of the libraries for apps. The server runs on Linux only.
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        .executable(name: "torii", targets: ["torii"]),
        .library(
            name: "AgentTools",
            targets: ["AgentTools", "BuiltInTools", "DeclaredTools", "MCPClient", "ToolPhrases"]
        ),
        .library(name: "AgentWire", targets: ["AgentWire"]),
        .library(name: "AssistantIntents", targets: ["AssistantIntents", "AssistantSchemas", "StreamingJSON"]),
        .library(name: "AssistantSchemas", targets: ["AssistantSchemas", "StreamingJSON"]),
        .library(name: "EventStreams", targets: ["EventStreams"]),
        .library(name: "HTMLText", targets: ["HTMLText"]),
        .library(name: "LLMCodable", targets: ["LLMCodable"]),
        .library(name: "KeyVault", targets: ["Accounts", "KeyLeasing", "KeyVault", "Secrets", "Storage"]),
        .library(name: "LanguageModels", targets: ["LanguageModels"]),
        // With the targets that a program needs to make a model: lent keys and an HTTP client.
        .library(name: "ModelProviders", targets: ["KeyLeasing", "ModelProviders", "Secrets", "Transport"]),
        .library(name: "Phrasebook", targets: ["Phrasebook", "ToolPhrases"]),
        .library(name: "PhrasebookEvaluation", targets: ["PhrasebookEvaluation"]),
        .library(name: "Storage", targets: ["Storage", "ToolRecords"]),
        .library(name: "StorageSQLite", targets: ["StorageSQLite"]),
        .library(name: "StreamSafeText", targets: ["StreamSafeText"]),
        .library(name: "StreamingJSON", targets: ["StreamingJSON"]),
        .library(name: "ToriiClient", targets: ["ToriiClient"]),
        .library(
            name: "ToriiDevices",
            targets: ["AssistantIntents", "AssistantSchemas", "ToriiClient", "ToriiDevices"]
        ),
        .library(name: "ToriiModels", targets: ["ToriiClient", "ToriiModels"]),
        .library(name: "Transport", targets: ["EventStreams", "Telemetry", "Transport"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-async-algorithms.git", from: "1.1.4"),
        .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-system.git", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.2", traits: []),
        .package(url: "https://github.com/swiftlang/swift-syntax.git", from: "603.0.1"),
    ],
    targets: [
        // The command line.
        .executableTarget(
            name: "torii",
            dependencies: [
                "Accounts", "AgentWire", "FileReading", "ModelTable", "Secrets", "StreamingJSON", "TerminalChat",
                "ToriiApp", "ToriiClient",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),

        // The parts put together: settings, composition, the server's life, doctor, backup and the admin client.
        .target(
            name: "ToriiApp",
            dependencies: [
                "Accounts", "AgentRuntime", "AgentServer", "AgentTools", "AgentWire", "BuiltInTools", "CFileSystem",
                "CMalloc", "DeclaredTools", "EventStreams", "FileReading", "KeyVault", "LanguageModels", "MCPClient",
                "ModelContextProtocol", "ModelProviders", "ModelTable", "OpenAPIImport", "Phrasebook", "PrivateFiles",
                "Secrets", "Storage", "StorageSQLite", "StreamingJSON", "ToolDeclarations", "Transport",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]
        ),

        // HTTP: the route table, authentication, problem documents, and a folder for each dialect.
        .target(
            name: "AgentServer",
            dependencies: [
                "APIDescription", "Accounts", "AgentRuntime", "AgentTools", "AgentWire", "AssistantSchemas",
                "BuiltInTools", "CWebAssets", "Cancellation", "DeclaredTools", "FileReading", "HeldBytes", "KeyVault",
                "LanguageModels", "MCPClient", "ModelContextProtocol", "Secrets", "SpokenDecisions", "Storage",
                "StreamSafeText", "StreamingJSON", "Telemetry", "ToolDeclarations", "ToolPhrases", "Transport",
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),

        // The operations of the HTTP API with their access and schemas, and the OpenAPI document; no I/O.
        .target(
            name: "APIDescription",
            dependencies: [
                "Accounts", "AgentWire", "Storage", "StreamingJSON",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),

        // A turn, its tools and its models.
        .target(
            name: "AgentRuntime",
            dependencies: [
                "Accounts", "AgentTools", "AgentWire", "AssistantSchemas", "CMalloc", "CalendarDays", "Cancellation",
                "HeldBytes", "JSONSchema", "KeyVault", "LLMCodable", "LanguageModels", "ModelProviders", "Phrasebook",
                "PrivateFiles", "Signals", "SpokenDecisions", "Storage", "StreamingJSON", "Telemetry", "ToolPhrases",
                "ToolRecords", "Transport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        // The statistics of the C library's allocator.
        .systemLibrary(name: "CMalloc"),
        // What every tool is: its protocol, the registry that serves it, and what tools of several kinds share.
        .target(
            name: "AgentTools",
            dependencies: [
                "CalendarDays", "FileReading", "JSONSchema", "KeyLeasing", "LanguageModels", "Secrets", "Signals",
                "StreamSafeText", "StreamingJSON", "ToolDeclarations", "ToolPhrases", "ToolRecords", "Transport",
            ]
        ),
        // The tools that Torii brings, a folder for each family.
        .target(
            name: "BuiltInTools",
            dependencies: [
                "AgentTools", "CWindowsZones", "CalendarDays", "FileReading", "HTMLText", "KeyLeasing",
                "LanguageModels", "Secrets",
                "StreamSafeText", "StreamingJSON", "ToolPhrases", "ToolRecords", "Transport",
            ]
        ),
        // The tools that files declare, with their calls.
        .target(
            name: "DeclaredTools",
            dependencies: [
                "AgentTools", "CalendarDays", "JSONQuery", "JSONSchema", "KeyLeasing", "LanguageModels", "Secrets",
                "StreamSafeText", "StreamingJSON", "ToolDeclarations", "ToolPhrases", "Transport",
            ]
        ),
        // The tools of other MCP servers, and the authorization for them.
        .target(
            name: "MCPClient",
            dependencies: [
                "AgentTools", "Cancellation", "EventStreams", "FileReading", "JSONSchema", "KeyLeasing",
                "LanguageModels", "ModelContextProtocol", "Secrets", "Signals", "StreamSafeText", "StreamingJSON",
                "ToolDeclarations", "ToolPhrases", "ToolRecords", "Transport", "YAMLReading",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "ModelProviders",
            dependencies: [
                "CalendarDays", "EventStreams", "JSONSchema", "KeyLeasing", "LanguageModels", "ModelTable", "Secrets",
                "StreamSafeText",
                "StreamingJSON", "Transport",
            ]
        ),
        // Facts about models and servers: a file of rows, and the rules by which they apply.
        .target(name: "ModelTable", dependencies: ["CModelTable", "CalendarDays", "StreamingJSON"]),
        .target(name: "CModelTable", exclude: ["models.json"]),
        // Windows' names of time zones, as calendars have them.
        .target(name: "CWindowsZones", exclude: ["windows-zones.tsv"]),
        .target(
            name: "Phrasebook",
            dependencies: [
                "CalendarDays", "LanguageModels", "SpokenDecisions", "StreamSafeText", "StreamingJSON", "ToolPhrases",
            ]
        ),
        // The phrases that tools declare, and the model that reads them as a protocol.
        .target(name: "ToolPhrases", dependencies: ["LanguageModels", "StreamingJSON"]),
        // The words by which a person says yes or no, for the built-in model, the pages and the terminal.
        .target(name: "SpokenDecisions"),

        // The messages between servers and clients, with no I/O.
        .target(name: "AgentWire", dependencies: ["Secrets", "StreamSafeText", "StreamingJSON"]),
        // The chat in a terminal: keys, lines, pictures and decisions; no I/O.
        .target(
            name: "TerminalChat",
            dependencies: ["AgentWire", "SpokenDecisions", "StreamSafeText", "StreamingJSON"]
        ),

        // The client library for apps; no program of the server uses it but the command line.
        .target(
            name: "ToriiClient",
            dependencies: [
                "AgentWire", "CalendarDays", "Cancellation", "EventStreams", "Secrets", "StreamingJSON",
                // Apple's systems have URLSession.
                .target(name: "Transport", condition: .when(platforms: [.linux])),
            ]
        ),

        // A server as the model of a session.
        .target(
            name: "ToriiModels",
            dependencies: [
                "AgentWire", "Cancellation", "EventStreams", "StreamingJSON", "ToriiClient",
                // On Apple's systems the session is that of FoundationModels.
                .target(name: "LanguageModels", condition: .when(platforms: [.linux])),
            ]
        ),

        // The connection of an app's toolbox to a server that calls it.
        .target(
            name: "ToriiDevices",
            dependencies: [
                "AssistantIntents", "AssistantSchemas", "EventStreams", "StreamingJSON", "ToriiClient",
            ]
        ),
        // Intents, entities and enumerations that an app declares, and the toolbox that performs them.
        .target(
            name: "AssistantIntents",
            dependencies: ["AssistantSchemas", "StreamingJSON"] + (macroPlugin == nil ? ["LanguageModelsMacros"] : [])
        ),
        // The catalog of assistant schemas, the registrations of apps and their check; no I/O.
        .target(
            name: "AssistantSchemas",
            dependencies: ["CAssistantSchemas", "CalendarDays", "StreamSafeText", "StreamingJSON"]
        ),
        // The facts and the texts of the catalog.
        .target(name: "CAssistantSchemas", exclude: ["Data"]),

        // Clients, their tokens and scopes, limits, budgets and prices.
        .target(
            name: "Accounts",
            dependencies: [
                "CalendarDays", "Cancellation", "KeyVault", "ModelTable", "Secrets", "Signals", "Storage",
                "StreamSafeText",
                "StreamingJSON",
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),

        // Keys and records.
        .target(
            name: "KeyVault",
            dependencies: [
                "Cancellation", "KeyLeasing", "PrivateFiles", "Secrets", "Signals", "Storage", "StreamSafeText",
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        // Records, the store protocols, and the decisions that every backend shares.
        .target(name: "Storage", dependencies: ["ToolRecords"]),
        // Folders and files that only their owner may read, and the space of their disk.
        .target(name: "PrivateFiles", dependencies: ["ToolRecords"]),
        // The records of the tools' data, their store protocols, and the error of every store.
        .target(name: "ToolRecords", dependencies: ["StreamSafeText"]),
        // The backend of one process: a SQLite database and the journal's files.
        .target(
            name: "StorageSQLite",
            dependencies: [
                "CFileSystem", "PrivateFiles", "Storage", "ToolRecords",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        // The files of the two pages, as arrays in the program.
        .target(name: "CWebAssets", exclude: ["web"]),
        // The kind of file system that a file is on.
        .systemLibrary(name: "CFileSystem"),

        // The vocabulary.
        .target(name: "LLMCodable", dependencies: ["JSONSchema", "LanguageModels", "StreamingJSON"]),
        .target(
            name: "LanguageModels",
            dependencies: ["JSONSchema", "StreamSafeText", "StreamingJSON"]
                + (macroPlugin == nil ? ["LanguageModelsMacros"] : [])
        ),
        .macro(
            name: "LanguageModelsMacros",
            dependencies: [
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
            ]
        ),
        // The messages of the Model Context Protocol, and what a server answers to them; no I/O.
        .target(name: "ModelContextProtocol", dependencies: ["HeldBytes", "StreamingJSON"]),
        // The bytes that the server holds in memory for each owner.
        .target(name: "HeldBytes"),
        // JSONPath queries (RFC 9535) with bounded work.
        .target(name: "JSONQuery", dependencies: ["JSONSchema", "StreamingJSON"]),
        // Declarations of tools as data: files, requests and the proof of keys; no I/O.
        .target(
            name: "ToolDeclarations",
            dependencies: [
                "CalendarDays", "JSONQuery", "Secrets", "StreamingJSON", "YAMLReading",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            resources: [.embedInCode("Schema/tool-file.schema.json")]
        ),
        // OpenAPI documents as operations and declarations of tools; no I/O.
        .target(
            name: "OpenAPIImport",
            dependencies: [
                "JSONSchema", "StreamSafeText", "StreamingJSON", "YAMLReading",
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        // YAML files as values with their places, within limits; no I/O.
        .target(
            name: "YAMLReading",
            dependencies: ["StreamSafeText", "StreamingJSON", .product(name: "Yams", package: "Yams")]
        ),
        .target(name: "JSONSchema", dependencies: ["StreamingJSON"]),
        .target(name: "StreamingJSON", dependencies: ["StreamSafeText"]),
        // Limits combining marks and removes invisible characters in all text from outside.
        .target(name: "StreamSafeText"),
        // Whole files that settings and options name.
        .target(name: "FileReading"),
        // The days of the calendar as whole numbers, without Foundation.
        .target(name: "CalendarDays"),
        .target(name: "Secrets"),
        // Work that its caller's cancellation does not end.
        .target(name: "Cancellation"),
        // Signals that wake a waiting task, and notifiers of any number of readers.
        .target(name: "Signals"),
        // Keys lent for calls to upstreams, wherever they come from.
        .target(name: "KeyLeasing", dependencies: ["Secrets"]),

        // Decoders of server-sent events and newline-delimited JSON.
        .target(name: "EventStreams"),
        // Trace context and histograms of durations.
        .target(name: "Telemetry"),

        // All outbound HTTP.
        .target(name: "Transport", dependencies: ["CCurl", "EventStreams", "Secrets", "Telemetry"]),
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),

        // The readable text of a web page.
        .target(name: "HTMLText", dependencies: ["CHTMLText", "StreamSafeText"]),
        .target(name: "CHTMLText", dependencies: ["CLibXML2"]),
        .systemLibrary(
            name: "CLibXML2",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]
        ),

        // Loopback servers that speak the upstreams' wire formats, for the tests and for `make standins`.
        .target(
            name: "StandIns",
            dependencies: [
                "StreamingJSON",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/StandIns"
        ),
        .executableTarget(
            name: "standins",
            dependencies: ["StandIns", "StreamingJSON"],
            path: "Tests/StandInsCommand"
        ),

        // What the official conformance suite of the Model Context Protocol calls, over the HTTP code of the server.
        .executableTarget(
            name: "mcp-conformance-server",
            dependencies: [
                "AgentServer", "ModelContextProtocol", "StreamingJSON",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/MCPConformanceServer"
        ),

        // Runs the scenarios of the official MCP suite for clients.
        .executableTarget(
            name: "mcp-conformance-client",
            dependencies: [
                "KeyLeasing", "MCPClient", "ModelContextProtocol", "Secrets", "StreamingJSON", "Transport",
            ],
            path: "Tests/MCPConformanceClient"
        ),

        // The example app with intents, for `make trial-album`; Examples/Album is also a package of its own.
        .executableTarget(
            name: "album",
            dependencies: ["AssistantIntents", "AssistantSchemas", "ToriiClient", "ToriiDevices"],
            path: "Examples/Album/Sources/Album"
        ),
        // Reads runs with ToriiClient, for `make trial-client`.
        .executableTarget(
            name: "client-trial",
            dependencies: ["StreamingJSON", "ToriiClient"],
            path: "Tests/ClientTrialCommand"
        ),

        // Asks a model one question, for the checks against real servers.
        .executableTarget(
            name: "ask-model",
            dependencies: [
                "JSONSchema", "KeyVault", "LanguageModels", "ModelProviders", "Secrets", "StreamingJSON", "Transport",
            ],
            path: "Tests/AskModelCommand"
        ),

        // Scores the calls and answers of the built-in model, for its tests and its benchmark.
        .target(
            name: "PhrasebookEvaluation",
            dependencies: [
                "AgentTools", "BuiltInTools", "LanguageModels", "Phrasebook", "Storage", "StorageSQLite",
                "StreamingJSON",
            ],
            path: "Tests/PhrasebookEvaluation"
        ),

        // The folder of the repository, for tests that read its files.
        .target(name: "Repository", path: "Tests/Repository"),

        // Waits for events of the code under test.
        .target(name: "TestWaits", path: "Tests/TestWaits"),

        // Random numbers fixed by a seed, and how many a test draws.
        .target(name: "SeededRandom", path: "Tests/SeededRandom"),

        // Explains Swift's Mutex to ThreadSanitizer; empty without it.
        .target(name: "MutexSanitizing", path: "Tests/MutexSanitizing"),

        // Vaults in memory, key checkers with a script and a time that tests move.
        .target(
            name: "KeyVaultFixtures",
            dependencies: ["KeyVault", "Secrets", "Storage", "StorageSQLite"],
            path: "Tests/KeyVaultFixtures"
        ),

        // Owners as string literals, for the tests.
        .target(name: "OwnerLiterals", dependencies: ["ToolRecords"], path: "Tests/OwnerLiterals"),

        // Records of stores, for the tests of stores.
        .target(name: "StorageFixtures", dependencies: ["Storage"], path: "Tests/StorageFixtures"),

        // A model that plays a script, for the tests.
        .target(name: "ScriptedModels", dependencies: ["LanguageModels"], path: "Tests/ScriptedModels"),

        // Tests mirror the targets; those of parity hold the surface against Apple's.
        .testTarget(
            name: "LLMCodableTests",
            dependencies: ["JSONSchema", "LLMCodable", "LanguageModels", "ScriptedModels", "StreamingJSON"]
        ),
        .testTarget(
            name: "ParityTests",
            dependencies: ["LLMCodable", "LanguageModels", "Repository", "ScriptedModels"],
            exclude: ["Drivers", "allow-list.txt"]
        ),
        .testTarget(name: "CancellationTests", dependencies: ["Cancellation"]),
        .testTarget(name: "SignalsTests", dependencies: ["Signals"]),
        .testTarget(name: "SecretsTests", dependencies: ["Secrets"]),
        .testTarget(name: "KeyLeasingTests", dependencies: ["KeyLeasing", "Secrets"]),
        .testTarget(name: "StreamSafeTextTests", dependencies: ["StreamSafeText"]),
        .testTarget(name: "CalendarDaysTests", dependencies: ["CalendarDays"]),
        .testTarget(name: "FileReadingTests", dependencies: ["FileReading"]),
        .testTarget(name: "SpokenDecisionsTests", dependencies: ["SpokenDecisions"]),
        .testTarget(name: "ModelTableTests", dependencies: ["ModelTable", "StreamingJSON"]),
        .testTarget(name: "HTMLTextTests", dependencies: ["HTMLText", "StreamSafeText"]),
        .testTarget(name: "EventStreamsTests", dependencies: ["EventStreams", "SeededRandom"]),
        .testTarget(name: "TelemetryTests", dependencies: ["Telemetry"]),
        .testTarget(
            name: "TransportTests",
            // The first is for all tests, because they are linked into one program.
            dependencies: [
                "MutexSanitizing", "EventStreams", "Secrets", "SeededRandom", "Telemetry", "Transport",
            ]
        ),
        .testTarget(
            name: "StreamingJSONTests",
            dependencies: ["Repository", "SeededRandom", "StreamSafeText", "StreamingJSON"]
        ),
        .testTarget(
            name: "JSONQueryTests",
            dependencies: ["JSONQuery", "JSONSchema", "SeededRandom", "StreamingJSON"]
        ),
        .testTarget(
            name: "ToolDeclarationsTests",
            dependencies: [
                "JSONQuery", "JSONSchema", "Repository", "Secrets", "SeededRandom", "StreamingJSON", "ToolDeclarations",
                "YAMLReading",
            ]
        ),
        .testTarget(
            name: "OpenAPIImportTests",
            dependencies: ["JSONSchema", "OpenAPIImport", "SeededRandom", "StreamingJSON", "YAMLReading"]
        ),
        .testTarget(name: "YAMLReadingTests", dependencies: ["StreamingJSON", "YAMLReading"]),
        .testTarget(
            name: "JSONSchemaTests",
            dependencies: ["JSONSchema", "Repository", "SeededRandom", "StreamingJSON"]
        ),
        .testTarget(
            name: "LanguageModelsTests",
            dependencies: ["JSONSchema", "LanguageModels", "StreamSafeText", "StreamingJSON", "TestWaits"]
        ),
        .testTarget(
            name: "PhrasebookTests",
            dependencies: [
                "AgentTools", "BuiltInTools", "CalendarDays", "LanguageModels", "Phrasebook", "PhrasebookEvaluation",
                "StreamingJSON",
            ],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(
            name: "ModelProvidersTests",
            dependencies: [
                "EventStreams", "KeyLeasing", "KeyVault", "LanguageModels", "ModelProviders", "ModelTable", "Secrets",
                "StandIns", "StreamingJSON", "Transport",
            ],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(name: "HeldBytesTests", dependencies: ["HeldBytes"]),
        .testTarget(name: "StorageTests", dependencies: ["OwnerLiterals", "Storage"]),
        // One suite for all backends, over the protocols of Storage.
        .testTarget(
            name: "StorageConformance",
            dependencies: ["OwnerLiterals", "Storage", "StorageFixtures", "StorageSQLite"]
        ),
        .testTarget(
            name: "StorageSQLiteTests",
            dependencies: [
                "OwnerLiterals", "PrivateFiles", "Storage", "StorageFixtures", "StorageSQLite", "StreamSafeText",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "KeyVaultTests",
            dependencies: [
                "Accounts", "KeyLeasing", "KeyVault", "KeyVaultFixtures", "Secrets", "Signals", "Storage",
                "StorageSQLite", "TestWaits",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .testTarget(
            name: "AccountsTests",
            dependencies: [
                "Accounts", "KeyVault", "KeyVaultFixtures", "ModelTable", "OwnerLiterals", "Secrets", "Signals",
                "Storage",
                "StorageSQLite",
            ]
        ),
        .testTarget(
            name: "AgentToolsTests",
            dependencies: [
                "AgentTools", "BuiltInTools", "CalendarDays", "DeclaredTools", "JSONQuery", "KeyLeasing", "KeyVault",
                "LanguageModels", "MCPClient", "ModelContextProtocol", "OwnerLiterals", "Phrasebook", "Secrets",
                "StandIns", "Storage", "StorageSQLite", "StreamSafeText", "StreamingJSON", "ToolDeclarations",
                "ToolPhrases", "Transport",
            ],
            resources: [.copy("HealthData/Fixtures")]
        ),
        .testTarget(
            name: "MCPClientTests",
            dependencies: [
                "AgentTools", "KeyLeasing", "KeyVault", "LanguageModels", "MCPClient", "ModelContextProtocol",
                "Secrets", "StandIns", "Storage", "StorageSQLite", "StreamingJSON", "ToolDeclarations", "ToolPhrases",
                "Transport",
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .testTarget(name: "StandInsTests", dependencies: ["StandIns", "StreamingJSON"]),
        .testTarget(
            name: "LanguageModelsMacrosTests",
            dependencies: [
                "LanguageModelsMacros", "Repository",
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
            ]
        ),
        .testTarget(name: "AssistantIntentsTests", dependencies: ["AssistantIntents", "StreamingJSON"]),
        .testTarget(
            name: "AssistantSchemasTests",
            dependencies: [
                "AssistantSchemas", "CalendarDays", "JSONSchema", "Phrasebook", "Repository", "StreamingJSON",
            ]
        ),
        .testTarget(
            name: "ModelContextProtocolTests",
            dependencies: ["HeldBytes", "ModelContextProtocol", "StreamingJSON"]
        ),
        .testTarget(name: "AgentWireTests", dependencies: ["AgentWire", "StreamingJSON"]),
        .testTarget(name: "TerminalChatTests", dependencies: ["AgentWire", "StreamingJSON", "TerminalChat"]),
        .testTarget(
            name: "AgentRuntimeTests",
            dependencies: [
                "Accounts", "AgentRuntime", "AgentTools", "AgentWire", "AssistantSchemas", "BuiltInTools", "HeldBytes",
                "KeyVault", "LanguageModels", "ModelProviders", "OwnerLiterals", "Phrasebook", "PrivateFiles",
                "ScriptedModels", "Secrets", "Storage", "StorageSQLite", "StreamingJSON", "Telemetry", "TestWaits",
                "ToolPhrases",
                "Transport",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "AgentServerTests",
            dependencies: [
                "APIDescription", "Accounts", "AgentServer", "AgentTools", "AgentWire", "HeldBytes",
                "ModelContextProtocol", "OwnerLiterals", "Repository", "SeededRandom", "SpokenDecisions", "Storage",
                "StreamingJSON", "Transport",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "ToriiClientTests",
            dependencies: [
                "EventStreams", "Secrets", "SeededRandom", "StandIns", "StreamingJSON", "ToriiClient",
            ]
        ),
        .testTarget(
            name: "ToriiModelsTests",
            dependencies: [
                "EventStreams", "LanguageModels", "Secrets", "StreamingJSON", "ToriiClient", "ToriiModels",
            ]
        ),
        .testTarget(
            name: "ToriiDevicesTests",
            dependencies: [
                "AssistantIntents", "AssistantSchemas", "EventStreams", "StreamingJSON", "ToriiDevices",
            ]
        ),
        // The exchange of Apple's systems, compiled and run over Foundation's URLSession of Linux. Its sources and its suite are links to
        // the files of ToriiClient and of its tests.
        .testTarget(
            name: "URLSessionExchangeTests",
            dependencies: ["SeededRandom", "Secrets", "StandIns", "StreamingJSON", "ToriiClient"],
            swiftSettings: [.define("TORII_URLSESSION")]
        ),
        // The whole server, over HTTP, and what puts it together.
        .testTarget(
            name: "ToriiAppTests",
            dependencies: [
                "APIDescription", "Accounts", "AgentRuntime", "AgentServer", "AgentTools", "AgentWire",
                "AssistantIntents", "AssistantSchemas", "CFileSystem", "DeclaredTools", "EventStreams", "JSONSchema",
                "KeyVault", "LLMCodable", "LanguageModels", "ModelContextProtocol", "ModelTable", "PrivateFiles",
                "Repository", "Secrets", "StandIns", "Storage", "StorageSQLite", "StreamingJSON", "Telemetry",
                "TestWaits", "ToolDeclarations", "ToriiApp", "ToriiClient", "ToriiDevices", "ToriiModels", "Transport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "ToriiTests",
            dependencies: [
                "Accounts", "KeyVault", "Repository", "Secrets", "StandIns", "Storage", "StorageSQLite",
                "StreamingJSON", "Transport",
                "torii",
            ],
            resources: [.copy("Help")]
        ),
    ],
    swiftLanguageModes: [.v6],
    // For `#embed`.
    cLanguageStandard: .c2x
)

package.targets.removeAll { $0.type == .test && ($0.name == "LanguageModelsMacrosTests") != testsMacros }

for target in package.targets where target.type != .system {
    var settings = target.swiftSettings ?? []
    settings += [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
    if let macroPlugin {
        settings.append(.unsafeFlags(["-load-plugin-executable", "\(macroPlugin)#LanguageModelsMacros"]))
    }
    target.swiftSettings = settings
}
