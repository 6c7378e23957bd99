import AgentRuntime
import AgentServer
import AgentTools
import AgentWire
import Configuration
public import Foundation
import Logging
import ModelTable
import Secrets
import SystemPackage
import ToolDeclarations
import Transport

extension Settings {
    /// Reads the settings from the environment, then from `.env`, then from the defaults.
    ///
    /// A variable with an empty value counts as not set, so a copied `.env.example` changes nothing. Variables that Kubernetes sets are
    /// ignored.
    ///
    /// - Throws: ``SettingsError`` with the name of the setting and the values it accepts; also for an unknown `TORII_…` name.
    public static func load(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        environmentFile: String = ".env"
    ) async throws -> Settings {
        let injected = environment.filter { KubernetesVariables.contains($0.key, value: $0.value) }
        let own = environment.filter { injected[$0.key] == nil }
        let file = try await EnvironmentVariablesProvider(
            environmentFilePath: FilePath(environmentFile),
            allowMissing: true
        )
        let reader = ConfigReader(providers: [EnvironmentVariablesProvider(environmentVariables: own), file])
        let fileAlone = SettingValues(reader: ConfigReader(providers: [file]))
        let environmentFile = EnvironmentFile(environmentFile)
        try environmentFile.check(fileAlone)
        try rejectUnknownNames(Array(own.keys) + environmentFile.names)
        var settings = try Settings(values: SettingValues(reader: reader))
        settings.environmentFileWarning = environmentFile.warning(fileAlone)
        settings.injectedVariables = injected.keys.sorted()
        settings.credentialsFolder = environment["CREDENTIALS_DIRECTORY"]
        return settings
    }

    private init(values: SettingValues) throws(SettingsError) {
        self.init()
        host = values.string(.host) ?? host
        port = try values.port(.port) ?? port
        adminHost = values.string(.adminHost)
        adminPort = try values.port(.adminPort)
        publicURL = try values.url(.publicURL)
        authorizationServers =
            try values.list(
                .authorizationServers,
                expected: "addresses such as https://auth.example, separated by commas"
            ) {
                $0.hasPrefix("https://") || $0.hasPrefix("http://localhost") ? $0 : nil
            } ?? []
        webHosts =
            try values.list(.webHosts, expected: "host names, such as torii.example, separated by commas") { text in
                HostField(text).flatMap { $0.port == nil ? $0.name : nil }
            } ?? webHosts
        hasWebPages =
            try values.converted(.webPages, expected: "on or off") { ["on": true, "off": false][$0] } ?? hasWebPages
        webDirectory = values.string(.webDirectory)
        cors = CORSPolicy(
            try values.list(
                .corsOrigins,
                expected: "origins such as https://app.example, separated by commas; each is a scheme, a host and, if "
                    + "it is not the default one, a port; patterns are not accepted"
            ) { CORSPolicy.origin($0) } ?? []
        )
        trustedProxies = TrustedProxies(
            try values.list(.trustedProxies, expected: "addresses or networks, such as 10.0.0.0/8, separated by commas")
            {
                TrustedProxies.Network($0)
            } ?? []
        )
        maximumConnections = try values.number(.maximumConnections, in: 1...1_000_000)
        maximumConnectionsPerAddress =
            try values.number(.maximumConnectionsPerAddress, in: 1...1_000_000) ?? maximumConnectionsPerAddress
        dataDirectory = values.string(.dataDirectory) ?? dataDirectory
        logLevel =
            try values.converted(.logLevel, expected: "one of trace, debug, info, notice, warning, error") {
                Logger.Level(rawValue: $0.lowercased())
            } ?? logLevel
        logFormat = try values.converted(.logFormat, expected: "text or json") { LogFormat(rawValue: $0) } ?? logFormat
        masterKey = values.secret(.masterKey)
        masterKeyPrevious = values.secret(.masterKeyPrevious)
        masterKeyFile = values.string(.masterKeyFile)
        let choices = try values.list(.model, expected: Self.models) { ModelChoice($0) } ?? []
        models = choices.map(\.reference)
        guard Set(models).count == models.count else {
            throw SettingsError(
                name: SettingName.model.rawValue,
                message: "the list contains a model twice; remove one of the two"
            )
        }
        for choice in choices { modelWeights[choice.reference] = choice.weight }
        hedgeDelay = try values.converted(.modelHedge, expected: "a number of seconds above 0, such as 4 or 2.5") {
            text in
            Double(text).flatMap { $0 > 0 && $0 <= 3600 ? .seconds($0) : nil }
        }
        allowedModels = try values.list(.modelsAllowed, expected: Self.models) { ModelReference($0) } ?? []
        try readModelReplacements(in: values)
        modelAliases = try aliases(in: values)
        if let path = values.string(.modelFile) { modelTable = try Self.modelTable(from: path) }
        clientToken = values.secret(.clientToken)
        adminURL = try values.adminURL()
        adminToken = values.secret(.adminToken)
        runLimits.disconnectGrace = try values.seconds(.disconnectGrace, from: 0) ?? runLimits.disconnectGrace
        runLimits.runDeadline = try values.seconds(.runDeadline, from: 1) ?? runLimits.runDeadline
        runLimits.roundDeadline = try values.seconds(.roundDeadline, from: 1) ?? runLimits.roundDeadline
        runLimits.toolDeadline = try values.seconds(.toolDeadline, from: 1) ?? runLimits.toolDeadline
        runLimits.actionDeadline = try values.seconds(.actionDeadline, from: 1) ?? runLimits.actionDeadline
        runLimits.runRetention = try values.seconds(.runRetention, from: 60) ?? runLimits.runRetention
        runLimits.conversationRetention = try values.seconds(.conversationRetention, from: 60)
        priceFile = values.string(.priceFile)
        outputLimit = try values.number(.outputLimit, in: 1...1_000_000) ?? outputLimit
        loadLimits.runs = try values.number(.maximumRuns, in: 1...1_000_000) ?? loadLimits.runs
        loadLimits.queuedRuns = try values.number(.maximumQueuedRuns, in: 0...1_000_000) ?? loadLimits.queuedRuns
        loadLimits.waitingRuns = try values.number(.maximumWaitingRuns, in: 1...1_000_000) ?? loadLimits.waitingRuns
        if let mebibytes = try values.number(.maximumMemory, in: 0...1_000_000_000) {
            loadLimits.memoryBytes = mebibytes == 0 ? nil : mebibytes << 20
        }
        if let turns = try values.number(.maximumConversationTurns, in: 0...1_000_000_000) {
            conversationLimits.turns = turns == 0 ? nil : turns
        }
        if let mebibytes = try values.number(.maximumConversationSize, in: 0...1_000_000_000) {
            conversationLimits.bytes = mebibytes == 0 ? nil : mebibytes << 20
        }
        if let mebibytes = try values.number(.maximumClientStorage, in: 0...1_000_000_000) {
            conversationLimits.clientBytes = mebibytes == 0 ? nil : mebibytes << 20
        }
        shutdownGrace = try values.seconds(.shutdownGrace, from: 0) ?? shutdownGrace
        healthRetention = try values.seconds(.healthRetention, from: 86_400)
        if let count = try values.number(.maximumHealthSamples, in: 0...1_000_000_000) {
            maximumHealthSamples = count == 0 ? nil : count
        }
        locale = values.string(.locale) ?? locale
        timeZone =
            try values.converted(.timeZone, expected: "an IANA time zone such as Asia/Tokyo") {
                TimeZone(identifier: $0)
            } ?? timeZone
        tools = try values.list(.tools, expected: "names of tools, separated by commas") { $0 }
        toolsApproval =
            try values.list(.toolsApproval, expected: "names of tools, separated by commas") { $0 } ?? toolsApproval
        promptsDirectory = values.string(.promptsDirectory)
        if let text = values.string(.toolsHosts) { toolsHosts = try Self.hosts(text) }
        toolsFolder = values.string(.toolsFolder)
        if let folder = toolsFolder {
            toolServers = try Self.servers(in: folder)
            toolFiles = try Self.toolFiles(in: folder, servers: Set(toolServers.map(\.name)))
        }
        webPageHosts = try values.converted(
            .webPageHosts,
            expected: "names of hosts such as example.org or *.example.org, separated by commas"
        ) { text in
            HostPatterns(text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
        }
        for upstream in Upstream.all { try read(upstream, from: values) }
        contact = try values.contact(.contact)
        contactsFallback = values.string(.contactsFallback)
    }

    /// Returns the table of models with the rows of a file over those of the program.
    private static func modelTable(from path: String) throws(SettingsError) -> ModelTable {
        func fault(_ message: String) -> SettingsError {
            SettingsError(name: SettingName.modelFile.rawValue, message: message)
        }
        guard let file = FileHandle(forReadingAtPath: path),
            let bytes = try? file.read(upToCount: ModelTable.maximumBytes + 1)
        else { throw fault("the file '\(path)' is missing or cannot be read; check its path and permissions") }
        do {
            return try ModelTable.builtIn.overlaid(by: ModelTable(parsing: Array(bytes)))
        } catch {
            throw fault("\(error) `torii models --json` prints the whole table in the form of the file")
        }
    }

    private static func servers(in folder: String) throws(SettingsError) -> [MCPServerDeclaration] {
        do {
            return try DeclaredServerFiles.servers(in: folder, reserved: Set(Upstream.all.map(\.name)))
        } catch {
            throw SettingsError(name: SettingName.toolsFolder.rawValue, message: error.description)
        }
    }

    private static func toolFiles(
        in folder: String,
        servers: Set<String>
    ) throws(SettingsError) -> [ToolDeclarationFile] {
        do throws(DeclarationError) {
            return try ToolFolder.files(
                in: folder,
                beside: DeclarationSet.Surroundings(upstreams: servers.union(Upstream.all.map(\.name)))
            )
        } catch {
            throw SettingsError(name: SettingName.toolsFolder.rawValue, message: error.description)
        }
    }

    private static func hosts(_ text: String) throws(SettingsError) -> AllowedHosts {
        do throws(AllowedHosts.Fault) {
            return try AllowedHosts(parsing: text)
        } catch {
            throw SettingsError(name: SettingName.toolsHosts.rawValue, message: error.message)
        }
    }

    private static let models: String = {
        let names = ModelReference.Provider.all.map { $0 == .phrasebook ? $0.rawValue : "\($0.rawValue):<model>" }
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
            + ", or several separated by commas"
    }()

    private static func rejectUnknownNames(_ names: [String]) throws(SettingsError) {
        for name in names.sorted() where name.hasPrefix("TORII_") && !SettingName.foreign.contains(name) {
            guard SettingName(rawValue: name) == nil else { continue }
            let hint = SettingName.nearest(to: name).map { "; did you mean \($0.rawValue)?" } ?? ""
            throw SettingsError(name: name, message: "there is no such setting\(hint)")
        }
    }
}

/// The environment variables that Kubernetes sets in every container for each Service of the namespace.
///
/// A Service named `torii` or `torii-admin` injects names such as `TORII_SERVICE_HOST`, `TORII_PORT_8080_TCP` and `TORII_PORT`, which
/// start like Torii's settings. They are the addresses of the Service and not Torii's settings, so they are ignored.
enum KubernetesVariables {
    /// Whether Kubernetes sets a variable with this name and value.
    ///
    /// `TORII_PORT` and `TORII_ADMIN_PORT` are also settings. They are included only with a value such as `tcp://10.0.0.1:8080`.
    static func contains(_ name: String, value: String) -> Bool {
        guard name.hasPrefix("TORII_") else { return false }
        if name.hasSuffix("_PORT"), isAddress(value) { return true }
        guard SettingName(rawValue: name) == nil else { return false }
        return name.wholeMatch(of: /TORII_([A-Z0-9_]+_)?SERVICE_(HOST|PORT|PORT_[A-Z0-9_]+)/) != nil
            || name.wholeMatch(of: /TORII_([A-Z0-9_]+_)?PORT_[0-9]+_(TCP|UDP|SCTP)(_PROTO|_PORT|_ADDR)?/) != nil
    }

    private static func isAddress(_ value: String) -> Bool {
        ["tcp://", "udp://", "sctp://"].contains { value.hasPrefix($0) }
    }
}
