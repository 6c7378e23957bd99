// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

// The release build sets this to a macro plug-in that was built without optimisation, so that it does not also build
// swift-syntax with whole-module optimisation. Documentation/BuildAndTest.md has the figures and the reason.
let macroPlugin = Context.environment["TORII_MACRO_PLUGIN"]

// SwiftPM links all tests of a package into one program, and builds that for the build machine if one of them depends on a macro: everything
// below it would be compiled twice. So the tests of the macros are in the package only if this is "macros", and then the others are not.
let testsMacros = Context.environment["TORII_TESTS"] == "macros"

extension Target.Dependency {
    static var argumentParser: Self { .product(name: "ArgumentParser", package: "swift-argument-parser") }
    static var asyncAlgorithms: Self { .product(name: "AsyncAlgorithms", package: "swift-async-algorithms") }
    static var configuration: Self { .product(name: "Configuration", package: "swift-configuration") }
    static var crypto: Self { .product(name: "Crypto", package: "swift-crypto") }
    static var cryptoExtras: Self { .product(name: "CryptoExtras", package: "swift-crypto") }
    static var grdb: Self { .product(name: "GRDB", package: "GRDB.swift") }
    static var httpTypes: Self { .product(name: "HTTPTypes", package: "swift-http-types") }
    static var hummingbird: Self { .product(name: "Hummingbird", package: "hummingbird") }
    static var hummingbirdCore: Self { .product(name: "HummingbirdCore", package: "hummingbird") }
    static var logging: Self { .product(name: "Logging", package: "swift-log") }
    static var nioCore: Self { .product(name: "NIOCore", package: "swift-nio") }
    static var nioEmbedded: Self { .product(name: "NIOEmbedded", package: "swift-nio") }
    static var nioHTTP1: Self { .product(name: "NIOHTTP1", package: "swift-nio") }
    static var nioHTTPCompression: Self { .product(name: "NIOHTTPCompression", package: "swift-nio-extras") }
    static var nioHTTPTypes: Self { .product(name: "NIOHTTPTypes", package: "swift-nio-extras") }
    static var nioPosix: Self { .product(name: "NIOPosix", package: "swift-nio") }
    static var serviceLifecycle: Self { .product(name: "ServiceLifecycle", package: "swift-service-lifecycle") }
    static var subprocess: Self { .product(name: "Subprocess", package: "swift-subprocess") }
    static var swiftCompilerPlugin: Self { .product(name: "SwiftCompilerPlugin", package: "swift-syntax") }
    static var swiftDiagnostics: Self { .product(name: "SwiftDiagnostics", package: "swift-syntax") }
    static var swiftSyntax: Self { .product(name: "SwiftSyntax", package: "swift-syntax") }
    static var swiftSyntaxBuilder: Self { .product(name: "SwiftSyntaxBuilder", package: "swift-syntax") }
    static var swiftSyntaxMacroExpansion: Self { .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax") }
    static var swiftSyntaxMacros: Self { .product(name: "SwiftSyntaxMacros", package: "swift-syntax") }
    static var swiftSyntaxMacrosGenericTestSupport: Self {
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax")
    }
    static var systemPackage: Self { .product(name: "SystemPackage", package: "swift-system") }
    static var unixSignals: Self { .product(name: "UnixSignals", package: "swift-service-lifecycle") }
    static var yams: Self { .product(name: "Yams", package: "Yams") }
}

/// A target with what it imports.
func module(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    exclude: [String] = [],
    resources: [Resource]? = nil
) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, resources: resources)
}

/// Tests that belong to no single target.
func suite(
    _ name: String,
    _ dependencies: [Target.Dependency],
    exclude: [String] = [],
    resources: [Resource]? = nil,
    swiftSettings: [SwiftSetting]? = nil
) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies,
        exclude: exclude,
        resources: resources,
        swiftSettings: swiftSettings
    )
}

/// The tests of a target, which may import it, all that it imports, and what `also` lists.
func tests(of name: String, also: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    suite("\(name.prefix(1).uppercased())\(name.dropFirst())Tests", [.byName(name: name)] + also, resources: resources)
}

/// Targets that lie in one folder, each in a folder of its name.
func folder(_ path: String, _ targets: [Target]) -> [Target] {
    for target in targets where target.path == nil { target.path = "\(path)/\(target.name)" }
    return targets
}

/// The targets in one folder of `Sources`, and their tests in the folder of that name in `Tests`.
///
/// The layers stand in their order: a target imports only targets of its own layer and of layers above it in this file.
func layer(_ name: String, _ modules: [Target], tests: [Target] = []) -> [Target] {
    for module in modules {
        tests.first { $0.name.lowercased() == "\(module.name)Tests".lowercased() }?.dependencies += module.dependencies
    }
    return folder("Sources/\(name)", modules) + folder("Tests/\(name)", tests)
}

// C libraries of the system, and data as arrays in the program.
let c = layer(
    "C",
    [
        // The facts and the texts of the catalog.
        module("CAssistantSchemas", exclude: ["Data"]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        // The kind of file system that a file is on.
        .systemLibrary(name: "CFileSystem"),
        // The meta-schemas of JSON Schema, and the characters of scripts for its patterns.
        module("CJSONSchemaData", exclude: ["Data"]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        // The statistics of the C library's allocator.
        .systemLibrary(name: "CMalloc"),
        module("CModelTable", exclude: ["models.json"]),
        // The words by which the built-in model reads a message.
        module("CPhrasebookWords", exclude: ["Data"]),
        // The pages of the program's file in memory.
        .systemLibrary(name: "CProgramPages"),
        // The facts of the catalog that the macros check, generated from its data.
        module("CSchemaLines", exclude: ["schema-lines.txt"]),
        // The phrases and words that ask for the built-in tools.
        module("CToolPhrases", exclude: ["Data"]),
        // The files of the two pages, as arrays in the program.
        module("CWebAssets", exclude: ["web"]),
        // Windows' names of time zones, as calendars have them.
        module("CWindowsZones", exclude: ["windows-zones.tsv"]),
        module("CHTMLText", ["CLibXML2"]),
    ]
)

// Small parts that know nothing of the others.
let base = layer(
    "Base",
    [
        // The days of the calendar as whole numbers, without Foundation.
        module("CalendarDays"),
        // Work that its caller's cancellation does not end.
        module("Cancellation"),
        // Whole files that settings and options name.
        module("FileReading"),
        // The bytes that the server holds in memory for each owner.
        module("HeldBytes"),
        // Threads for computations whose length somebody outside decides.
        module("LongWork"),
        // Random numbers for unique values, many from one system call.
        module("RandomNumbers"),
        module("Secrets"),
        // Signals that wake a waiting task, and notifiers of any number of readers.
        module("Signals"),
        // Limits combining marks and removes invisible characters in all text from outside.
        module("StreamSafeText"),
    ],
    tests: [
        tests(of: "CalendarDays"),
        tests(of: "Cancellation"),
        tests(of: "FileReading"),
        tests(of: "HeldBytes"),
        tests(of: "LongWork"),
        tests(of: "RandomNumbers"),
        tests(of: "Secrets"),
        tests(of: "Signals"),
        tests(of: "StreamSafeText"),
    ]
)

// Readers and writers of formats; no I/O.
let formats = layer(
    "Formats",
    [
        // Decoders of server-sent events and newline-delimited JSON.
        module("EventStreams"),
        // The readable text of a web page.
        module("HTMLText", ["CHTMLText", "StreamSafeText"]),
        module("StreamingJSON", ["StreamSafeText"]),
        module("JSONSchema", ["CJSONSchemaData", "StreamingJSON"]),
        // YAML files as values with their places, within limits; no I/O.
        module("YAMLReading", ["StreamingJSON", "StreamSafeText", .yams]),
        // JSONPath queries (RFC 9535) with bounded work.
        module("JSONQuery", ["JSONSchema", "StreamingJSON"]),
    ],
    tests: [
        tests(of: "EventStreams", also: ["SeededRandom"]),
        tests(of: "HTMLText"),
        tests(of: "JSONQuery", also: ["SeededRandom"]),
        tests(of: "JSONSchema", also: ["Repository", "SeededRandom"]),
        tests(of: "StreamingJSON", also: ["Repository", "SeededRandom"]),
        tests(of: "YAMLReading"),
    ]
)

// All that goes out: HTTP, the keys lent for it, and its traces.
let network = layer(
    "Network",
    [
        // Keys lent for calls to upstreams, wherever they come from.
        module("KeyLeasing", ["Secrets"]),
        // Trace context and histograms of durations.
        module("Telemetry", ["RandomNumbers"]),
        // All outbound HTTP.
        module("Transport", ["CCurl", "EventStreams", "Secrets", "Telemetry"]),
    ],
    tests: [
        tests(of: "KeyLeasing"),
        tests(of: "Telemetry"),
        tests(of: "Transport", also: ["MutexSanitizing", "SeededRandom"]),
    ]
)

// Models, from the vocabulary of a session to the providers.
let language = layer(
    "Language",
    [
        .macro(
            name: "LanguageModelsMacros",
            dependencies: [
                "CSchemaLines", .swiftCompilerPlugin, .swiftDiagnostics, .swiftSyntax, .swiftSyntaxBuilder,
                .swiftSyntaxMacros,
            ]
        ),
        // Facts about models and servers: a file of rows, and the rules by which they apply.
        module("ModelTable", ["CalendarDays", "CModelTable", "StreamingJSON"]),
        // The words by which a person says yes or no, for the built-in model, the pages and the terminal.
        module("SpokenDecisions"),
        module("LanguageModels", ["JSONSchema", "RandomNumbers", "StreamingJSON", "StreamSafeText"]),
        // The vocabulary.
        module("LLMCodable", ["JSONSchema", "LanguageModels", "StreamingJSON"]),
        module(
            "ModelProviders",
            [
                "CalendarDays", "EventStreams", "JSONSchema", "KeyLeasing", "LanguageModels", "ModelTable", "Secrets",
                "StreamingJSON", "StreamSafeText", "Transport",
            ]
        ),
        // The phrases that tools declare, and the model that reads them as a protocol.
        module("ToolPhrases", ["LanguageModels", "StreamingJSON"]),
        module(
            "Phrasebook",
            [
                "CalendarDays", "CPhrasebookWords", "LanguageModels", "SpokenDecisions", "StreamingJSON",
                "StreamSafeText", "ToolPhrases",
            ]
        ),
    ],
    tests: [
        tests(
            of: "LanguageModelsMacros",
            also: ["Repository", .swiftSyntaxMacroExpansion, .swiftSyntaxMacrosGenericTestSupport]
        ),
        tests(of: "LanguageModels", also: ["TestWaits"]),
        tests(of: "LLMCodable", also: ["ScriptedModels"]),
        tests(of: "ModelProviders", also: ["KeyVault", "StandIns"], resources: [.copy("Fixtures")]),
        tests(of: "ModelTable"),
        suite(
            "ParityTests",
            ["LanguageModels", "LLMCodable", "Repository", "ScriptedModels"],
            exclude: ["Drivers", "allow-list.txt"]
        ),
        tests(
            of: "Phrasebook",
            also: ["AgentTools", "BuiltInTools", "PhrasebookEvaluation", "Repository"],
            resources: [.copy("Fixtures")]
        ),
        tests(of: "SpokenDecisions"),
    ]
)

// Apps' intents and the catalog of assistant schemas.
let intents = layer(
    "Intents",
    [
        // The catalog of assistant schemas, the registrations of apps and their check; no I/O.
        module("AssistantSchemas", ["CalendarDays", "CAssistantSchemas", "StreamingJSON", "StreamSafeText"]),
        // Intents, entities and enumerations that an app declares, and the toolbox that performs them.
        module("AssistantIntents", ["AssistantSchemas", "StreamingJSON"]),
    ],
    tests: [
        tests(of: "AssistantIntents"),
        tests(of: "AssistantSchemas", also: ["JSONSchema", "Phrasebook", "Repository"]),
    ]
)

// Records, stores, keys and accounts.
let stores = layer(
    "Stores",
    [
        // The records of the tools' data, their store protocols, and the error of every store.
        module("ToolRecords", ["StreamSafeText"]),
        // Folders and files that only their owner may read, and the space of their disk.
        module("PrivateFiles", ["ToolRecords"]),
        // What stored records have in common with answers: limits, amounts, usage, states and outcomes.
        module("StoredValues"),
        // Records, the store protocols, and the decisions that every backend shares.
        module("Storage", ["StoredValues", "ToolRecords"]),
        // Keys and records.
        module("KeyVault", ["Cancellation", "KeyLeasing", "PrivateFiles", "Secrets", "Signals", "Storage", .crypto]),
        // The backend of one process: a SQLite database and the journal's files.
        module("StorageSQLite", ["CalendarDays", "CFileSystem", "PrivateFiles", "Storage", "ToolRecords", .grdb]),
        // The check of tokens that other issuers have signed; no I/O.
        module("SignedTokens", ["StreamingJSON", .crypto, .cryptoExtras]),
        // Clients, their tokens and scopes, limits, budgets and prices.
        module(
            "Accounts",
            [
                "CalendarDays", "Cancellation", "KeyVault", "ModelTable", "Secrets", "Signals", "SignedTokens",
                "Storage",
                "StreamingJSON", "StreamSafeText", "Telemetry", "Transport", .crypto,
            ]
        ),
    ],
    tests: [
        tests(
            of: "Accounts",
            also: ["KeyVaultFixtures", "OwnerLiterals", "SeededRandom", "SigningIssuers", "StorageSQLite"]
        ),
        tests(of: "KeyVault", also: ["Accounts", "KeyVaultFixtures", "StorageSQLite", "TestWaits", .grdb]),
        tests(of: "SignedTokens", also: ["SeededRandom"], resources: [.copy("Fixtures")]),
        // One suite for all backends, over the protocols of Storage.
        suite("StorageConformance", ["OwnerLiterals", "Storage", "StorageFixtures", "StorageSQLite"]),
        tests(
            of: "StorageSQLite",
            also: ["OwnerLiterals", "SeededRandom", "StorageFixtures", "StreamSafeText", "TestWaits"]
        ),
        tests(of: "Storage", also: ["OwnerLiterals"]),
    ]
)

// Tools: built in, declared as data, and of MCP servers.
let tools = layer(
    "Tools",
    [
        // The messages of the Model Context Protocol, and what a server answers to them; no I/O.
        module("ModelContextProtocol", ["HeldBytes", "StreamingJSON"]),
        // OpenAPI documents as operations and declarations of tools; no I/O.
        module("OpenAPIImport", ["JSONSchema", "StreamingJSON", "StreamSafeText", "YAMLReading", .crypto]),
        // Declarations of tools as data: files, requests and the proof of keys; no I/O.
        module(
            "ToolDeclarations",
            ["CalendarDays", "JSONQuery", "Secrets", "StreamingJSON", "YAMLReading", .crypto],
            resources: [.embedInCode("Schema/tool-file.schema.json")]
        ),
        // What every tool is: its protocol, the registry that serves it, and what tools of several kinds share.
        module(
            "AgentTools",
            [
                "CalendarDays", "FileReading", "JSONSchema", "KeyLeasing", "LanguageModels", "LongWork", "Secrets",
                "Signals", "StreamingJSON", "StreamSafeText", "ToolDeclarations", "ToolPhrases", "ToolRecords",
                "Transport",
            ]
        ),
        // The tools that Torii brings, a folder for each family.
        module(
            "BuiltInTools",
            [
                "AgentTools", "CalendarDays", "CToolPhrases", "CWindowsZones", "FileReading", "HTMLText", "KeyLeasing",
                "LanguageModels", "Secrets", "StreamingJSON", "StreamSafeText", "ToolPhrases", "ToolRecords",
                "Transport",
            ]
        ),
        // The tools that files declare, with their calls.
        module(
            "DeclaredTools",
            [
                "AgentTools", "CalendarDays", "JSONQuery", "JSONSchema", "KeyLeasing", "LanguageModels", "Secrets",
                "StreamingJSON", "StreamSafeText", "ToolDeclarations", "ToolPhrases", "Transport",
            ]
        ),
        // The tools of other MCP servers, and the authorization for them.
        module(
            "MCPClient",
            [
                "AgentTools", "Cancellation", "EventStreams", "FileReading", "JSONSchema", "KeyLeasing",
                "LanguageModels", "ModelContextProtocol", "Secrets", "Signals", "StreamingJSON", "StreamSafeText",
                "ToolDeclarations", "ToolPhrases", "ToolRecords", "Transport", "YAMLReading", .crypto, .subprocess,
                .systemPackage,
            ]
        ),
    ],
    tests: [
        tests(
            of: "AgentTools",
            also: [
                "BuiltInTools", "DeclaredTools", "JSONQuery", "KeyVault", "MCPClient", "ModelContextProtocol",
                "OwnerLiterals", "Phrasebook", "Repository", "StandIns", "Storage", "StorageSQLite",
            ],
            resources: [.copy("HealthData/Fixtures")]
        ),
        tests(of: "MCPClient", also: ["KeyVault", "StandIns", "Storage", "StorageSQLite"]),
        tests(of: "ModelContextProtocol"),
        tests(of: "OpenAPIImport", also: ["SeededRandom"]),
        tests(of: "ToolDeclarations", also: ["JSONSchema", "Repository"]),
    ]
)

// The messages between servers and clients, and their description; no I/O.
let api = layer(
    "API",
    [
        // The messages between servers and clients, with no I/O.
        module("AgentWire", ["Secrets", "StreamingJSON", "StreamSafeText"]),
        // The operations of the HTTP API with their access and schemas, and the OpenAPI document; no I/O.
        module("APIDescription", ["Accounts", "AgentWire", "StreamingJSON", .httpTypes]),
    ],
    tests: [
        tests(of: "AgentWire")
    ]
)

// Libraries for apps, and the chat in a terminal.
let clients = layer(
    "Clients",
    [
        // The chat in a terminal: keys, lines, pictures and decisions; no I/O.
        module("TerminalChat", ["AgentWire", "SpokenDecisions", "StreamingJSON", "StreamSafeText"]),
        // The client library for apps; no program of the server uses it but the command line.
        module(
            "ToriiClient",
            [
                "AgentWire", "CalendarDays", "Cancellation", "EventStreams", "Secrets", "StreamingJSON",
                .target(name: "Transport", condition: .when(platforms: [.linux])),
            ]
        ),
        // The connection of an app's toolbox to a server that calls it.
        module(
            "ToriiDevices",
            ["AssistantIntents", "AssistantSchemas", "EventStreams", "StreamingJSON", "ToriiClient"]
        ),
        // A server as the model of a session.
        module(
            "ToriiModels",
            [
                "AgentWire", "Cancellation", "EventStreams", "StreamingJSON", "ToriiClient",
                .target(name: "LanguageModels", condition: .when(platforms: [.linux])),
            ]
        ),
    ],
    tests: [
        tests(of: "TerminalChat"),
        tests(of: "ToriiClient", also: ["SeededRandom", "StandIns"]),
        tests(of: "ToriiDevices"),
        tests(of: "ToriiModels", also: ["Secrets"]),
        // The exchange of Apple's systems, compiled and run over Foundation's URLSession of Linux. Its sources and its suite are links to
        // the files of ToriiClient and of its tests.
        suite(
            "URLSessionExchangeTests",
            ["Secrets", "SeededRandom", "StandIns", "StreamingJSON", "ToriiClient"],
            swiftSettings: [.define("TORII_URLSESSION")]
        ),
    ]
)

// A turn, its HTTP, the parts put together, and the command line.
let server = layer(
    "Server",
    [
        // A turn, its tools and its models.
        module(
            "AgentRuntime",
            [
                "Accounts", "AgentTools", "AgentWire", "AssistantSchemas", "CalendarDays", "Cancellation", "CMalloc",
                "HeldBytes", "JSONSchema", "KeyVault", "LanguageModels", "LLMCodable", "ModelProviders", "PrivateFiles",
                "RandomNumbers", "Signals", "SpokenDecisions", "Storage", "StreamingJSON", "StreamSafeText",
                "Telemetry", "ToolPhrases", "ToolRecords", "Transport", .crypto, .logging,
            ]
        ),
        // HTTP: the route table, authentication, problem documents, and a folder for each dialect.
        module(
            "AgentServer",
            [
                "Accounts", "AgentRuntime", "AgentTools", "AgentWire", "APIDescription", "AssistantSchemas",
                "BuiltInTools", "Cancellation", "CWebAssets", "DeclaredTools", "FileReading", "HeldBytes", "KeyVault",
                "LanguageModels", "LongWork", "MCPClient", "ModelContextProtocol", "Secrets", "SpokenDecisions",
                "StoredValues", "StreamingJSON", "StreamSafeText", "Telemetry", "ToolDeclarations", "ToolPhrases",
                "ToolRecords", "Transport",
                .asyncAlgorithms, .crypto, .httpTypes, .hummingbird, .hummingbirdCore, .logging, .nioCore, .nioEmbedded,
                .nioHTTP1, .nioHTTPCompression, .nioHTTPTypes, .nioPosix, .serviceLifecycle,
            ]
        ),
        // The parts put together: settings, composition, the server's life, doctor, backup and the admin client.
        module(
            "ToriiApp",
            [
                "Accounts", "AgentRuntime", "AgentServer", "AgentTools", "AgentWire", "BuiltInTools", "CFileSystem",
                "CMalloc", "CProgramPages", "DeclaredTools", "EventStreams", "FileReading", "KeyVault",
                "LanguageModels", "MCPClient", "ModelContextProtocol", "ModelProviders", "ModelTable", "OpenAPIImport",
                "Phrasebook", "PrivateFiles", "Secrets", "Storage", "StorageSQLite", "StreamingJSON",
                "ToolDeclarations", "Transport", .configuration, .httpTypes, .hummingbird, .hummingbirdCore, .logging,
                .nioCore, .serviceLifecycle, .systemPackage, .unixSignals,
            ]
        ),
        // The command line.
        .executableTarget(
            name: "torii",
            dependencies: [
                "Accounts", "AgentWire", "FileReading", "ModelTable", "Secrets", "StreamingJSON", "TerminalChat",
                "ToriiApp", "ToriiClient", .argumentParser,
            ]
        ),
    ],
    tests: [
        tests(
            of: "AgentRuntime",
            also: [
                "BuiltInTools", "OwnerLiterals", "Phrasebook", "ScriptedModels", "Secrets", "StorageSQLite",
                "TestWaits",
            ]
        ),
        tests(of: "AgentServer", also: ["OwnerLiterals", "Repository", "SeededRandom"]),
        // The whole server, over HTTP, and what puts it together.
        tests(
            of: "ToriiApp",
            also: [
                "APIDescription", "AssistantIntents", "AssistantSchemas", "JSONSchema", "LLMCodable", "Repository",
                "SigningIssuers", "StandIns", "Telemetry", "TestWaits", "ToriiClient", "ToriiDevices", "ToriiModels",
                .grdb,
                .nioPosix,
            ]
        ),
        tests(
            of: "torii",
            also: ["KeyVault", "Repository", "StandIns", "Storage", "StorageSQLite", "Transport"],
            resources: [.copy("Help")]
        ),
    ]
)

// Stand-in servers, fixtures and scripted parts, for the tests.
let support = folder(
    "Tests/Support",
    [
        // Vaults in memory, key checkers with a script and a time that tests move.
        module("KeyVaultFixtures", ["KeyVault", "Secrets", "Storage", "StorageSQLite"]),
        // Explains Swift's Mutex to ThreadSanitizer; empty without it.
        module("MutexSanitizing"),
        // Owners as string literals, for the tests.
        module("OwnerLiterals", ["ToolRecords"]),
        // Scores the calls and answers of the built-in model, for its tests and its benchmark.
        module(
            "PhrasebookEvaluation",
            ["AgentTools", "BuiltInTools", "LanguageModels", "Phrasebook", "Storage", "StorageSQLite", "StreamingJSON"]
        ),
        // The folder of the repository, for tests that read its files.
        module("Repository"),
        // A model that plays a script, for the tests.
        module("ScriptedModels", ["LanguageModels"]),
        // Random numbers fixed by a seed, and how many a test draws.
        module("SeededRandom"),
        // Issuers that sign tokens for the tests.
        module("SigningIssuers", ["StreamingJSON", .crypto]),
        // Loopback servers that speak the upstreams' wire formats, for the tests and for `make standins`.
        module("StandIns", ["StreamingJSON", .nioCore, .nioHTTP1, .nioPosix]),
        // Records of stores, for the tests of stores.
        module("StorageFixtures", ["Storage"]),
        // Waits for events of the code under test.
        module("TestWaits"),
        suite("StandInsTests", ["StandIns", "StreamingJSON"]),
    ]
)

// Programs for the trials and for the checks against real servers and clients.
let commands = folder(
    "Tests/Commands",
    [
        // The example app with intents, for `make trial-album`; Examples/Album is also a package of its own.
        .executableTarget(
            name: "album",
            dependencies: ["AssistantIntents", "AssistantSchemas", "ToriiClient", "ToriiDevices"],
            path: "Examples/Album/Sources/Album"
        ),
        // Asks a model one question, for the checks against real servers.
        .executableTarget(
            name: "ask-model",
            dependencies: [
                "JSONSchema", "KeyVault", "LanguageModels", "ModelProviders", "Secrets", "StreamingJSON", "Transport",
            ]
        ),
        // Reads runs with ToriiClient, for `make trial-client`.
        .executableTarget(name: "client-trial", dependencies: ["StreamingJSON", "ToriiClient"]),
        // Runs the scenarios of the official MCP suite for clients.
        .executableTarget(
            name: "mcp-conformance-client",
            dependencies: ["KeyLeasing", "MCPClient", "ModelContextProtocol", "Secrets", "StreamingJSON", "Transport"]
        ),
        // What the official conformance suite of the Model Context Protocol calls, over the HTTP code of the server.
        .executableTarget(
            name: "mcp-conformance-server",
            dependencies: ["AgentServer", "ModelContextProtocol", "StreamingJSON", .crypto, .hummingbird, .logging]
        ),
        .executableTarget(name: "standins", dependencies: ["StandIns", "StreamingJSON"]),
    ]
)

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
        .library(name: "SignedTokens", targets: ["SignedTokens"]),
        .library(name: "Storage", targets: ["Storage", "StoredValues", "ToolRecords"]),
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
    targets: c + base + formats + network + language + intents + stores + tools + api + clients + server + support
        + commands,
    swiftLanguageModes: [.v6],
    // For `#embed`.
    cLanguageStandard: .c2x
)

// Only here, because tests take over the dependencies of their target, and no test may depend on a macro.
if macroPlugin == nil {
    for target in package.targets where ["LanguageModels", "AssistantIntents"].contains(target.name) {
        target.dependencies.append("LanguageModelsMacros")
    }
}

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
