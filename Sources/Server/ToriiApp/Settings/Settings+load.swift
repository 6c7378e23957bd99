import Accounts
import AgentRuntime
import AgentServer
import DeclaredTools
import AgentWire
import Configuration
public import Foundation
import Logging
import Secrets
import SystemPackage
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
        let (settings, faults) = await read(environment: environment, environmentFile: environmentFile)
        if let fault = faults.first { throw fault }
        return settings
    }

    /// Reads the settings for a command that uses few of them.
    ///
    /// - Parameters:
    ///   - use: The settings that the command uses.
    ///   - warn: Called with the fault of each other setting, which has its default.
    /// - Throws: ``SettingsError`` for a setting in use. It also applies to an unknown name that resembles one.
    public static func load(
        for use: SettingsUse,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        environmentFile: String = ".env",
        warn: (String) -> Void
    ) async throws -> Settings {
        let (settings, fileFault, faults) = await readParts(environment, environmentFile)
        let decisive = faults.first(where: use.includes)
        // A file that is left out may name the folder.
        if let fault = use == .modelTable ? decisive : fileFault ?? decisive { throw fault }
        for fault in [fileFault].compactMap(\.self) + faults { warn("\(fault)") }
        return settings
    }

    /// Reads the settings as ``load(environment:environmentFile:)`` does, and returns all faults beside those that have none.
    ///
    /// A faulty setting has its default. A `.env` file that may decide what it must not is left out as a whole.
    public static func read(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        environmentFile path: String = ".env"
    ) async -> (settings: Settings, faults: [SettingsError]) {
        let (settings, fileFault, faults) = await readParts(environment, path)
        return (settings, [fileFault].compactMap(\.self) + faults)
    }

    /// Reads the settings, and returns the fault of the file apart from those of settings.
    private static func readParts(
        _ environment: [String: String],
        _ path: String
    ) async -> (settings: Settings, fileFault: SettingsError?, faults: [SettingsError]) {
        let injected = environment.filter { KubernetesVariables.contains($0.key, value: $0.value) }
        let own = environment.filter { injected[$0.key] == nil }
        let environmentFile = EnvironmentFile(path)
        var fileFault: SettingsError?
        var providers: [any ConfigProvider] = [EnvironmentVariablesProvider(environmentVariables: own)]
        var warning: String?
        do {
            if let fault = environmentFile.fault { throw fault }
            let file = try await EnvironmentVariablesProvider(environmentFilePath: FilePath(path), allowMissing: true)
            let fileAlone = SettingValues(reader: ConfigReader(providers: [file]))
            warning = environmentFile.warning(fileAlone)
            var isRead = true
            do throws(SettingsError) { try environmentFile.check(fileAlone) } catch {
                fileFault = error
                isRead = environmentFile.mayBeRead(fileAlone)
            }
            if isRead { providers.append(file) }
        } catch {
            fileFault =
                error as? SettingsError
                ?? SettingsError(name: path, message: "the file cannot be read; check its owner and permissions")
        }
        let names = Array(own.keys) + environmentFile.names
        let values = SettingValues(reader: ConfigReader(providers: providers))
        var settings = Settings(values: values)
        settings.environmentFileWarning = warning
        settings.injectedVariables = injected.keys.sorted()
        settings.credentialsFolder = environment["CREDENTIALS_DIRECTORY"]
        settings.similarNames = SimilarNames.notices(about: names) { values.isSet($0) }
        settings.clientURL = own["TORII_URL"].flatMap { $0.isEmpty ? nil : $0 }
        settings.hasAdminTokenOfEnvironment = own[SettingName.adminToken.rawValue]?.isEmpty == false
        return (settings, fileFault, unknownNames(names) + values.faults)
    }

    private init(values: SettingValues) {
        self.init()
        host = values.string(.host) ?? host
        port = values.port(.port) ?? port
        adminHost = values.string(.adminHost)
        adminPort = values.port(.adminPort)
        publicURL = values.url(.publicURL)
        authorizationServers =
            values.list(
                .authorizationServers,
                expected: "addresses such as https://auth.example, separated by commas"
            ) {
                $0.hasPrefix("https://") || $0.hasPrefix("http://localhost") ? $0 : nil
            } ?? []
        issuerHosts =
            values.converted(
                .issuerHosts,
                expected: "names of hosts such as login.example, *.example.org or localhost:8080, separated by commas"
            ) { IssuerHosts($0) } ?? issuerHosts
        webHosts =
            values.list(.webHosts, expected: "host names, such as torii.example, separated by commas") { text in
                HostField(text).flatMap { $0.port == nil ? $0.name : nil }
            } ?? webHosts
        hasWebPages =
            values.converted(.webPages, expected: "on or off") { ["on": true, "off": false][$0] } ?? hasWebPages
        webDirectory = values.string(.webDirectory)
        cors = CORSPolicy(
            values.list(
                .corsOrigins,
                expected: "origins such as https://app.example, separated by commas; each is a scheme, a host and, if "
                    + "it is not the default one, a port; patterns are not accepted"
            ) { CORSPolicy.origin($0) } ?? []
        )
        trustedProxies = TrustedProxies(
            values.list(.trustedProxies, expected: "addresses or networks, such as 10.0.0.0/8, separated by commas") {
                TrustedProxies.Network($0)
            } ?? []
        )
        maximumConnections = values.number(.maximumConnections, in: 1...1_000_000)
        maximumConnectionsPerAddress =
            values.number(.maximumConnectionsPerAddress, in: 1...1_000_000) ?? maximumConnectionsPerAddress
        dataDirectory = values.string(.dataDirectory) ?? dataDirectory
        logLevel =
            values.converted(.logLevel, expected: "one of trace, debug, info, notice, warning, error") {
                Logger.Level(rawValue: $0.lowercased())
            } ?? logLevel
        logFormat = values.converted(.logFormat, expected: "text or json") { LogFormat(rawValue: $0) } ?? logFormat
        masterKey = values.secret(.masterKey)
        masterKeyPrevious = values.secret(.masterKeyPrevious)
        masterKeyFile = values.string(.masterKeyFile)
        let choices = values.list(.model, expected: Self.models) { ModelChoice($0) } ?? []
        models = choices.map(\.reference)
        if Set(models).count < models.count {
            values.report(
                SettingsError(
                    name: SettingName.model.rawValue,
                    message: "the list contains a model twice; remove one of the two"
                )
            )
            models = []
        }
        for choice in choices { modelWeights[choice.reference] = choice.weight }
        hedgeDelay = values.converted(.modelHedge, expected: "a number of seconds above 0, such as 4 or 2.5") {
            text in
            Double(text).flatMap { $0 > 0 && $0 <= 3600 ? .seconds($0) : nil }
        }
        allowedModels = values.list(.modelsAllowed, expected: Self.models) { ModelReference($0) } ?? []
        // Without their models, replacements and aliases would seem faulty too.
        if values.areSound(.model, .modelsAllowed) {
            readModelReplacements(in: values)
            modelAliases = aliases(in: values) ?? modelAliases
        }
        modelFile = values.string(.modelFile)
        clientToken = values.secret(.clientToken)
        adminURL = values.adminURL()
        adminToken = values.secret(.adminToken)
        runLimits.disconnectGrace = values.seconds(.disconnectGrace, from: 0) ?? runLimits.disconnectGrace
        runLimits.runDeadline = values.seconds(.runDeadline, from: 1) ?? runLimits.runDeadline
        runLimits.roundDeadline = values.seconds(.roundDeadline, from: 1) ?? runLimits.roundDeadline
        runLimits.toolDeadline = values.seconds(.toolDeadline, from: 1) ?? runLimits.toolDeadline
        runLimits.actionDeadline = values.seconds(.actionDeadline, from: 1) ?? runLimits.actionDeadline
        runLimits.runRetention = values.seconds(.runRetention, from: 60) ?? runLimits.runRetention
        runLimits.conversationRetention = values.seconds(.conversationRetention, from: 60)
        priceFile = values.string(.priceFile)
        outputLimit = values.number(.outputLimit, in: 1...1_000_000) ?? outputLimit
        loadLimits.runs = values.number(.maximumRuns, in: 1...1_000_000) ?? loadLimits.runs
        loadLimits.queuedRuns = values.number(.maximumQueuedRuns, in: 0...1_000_000) ?? loadLimits.queuedRuns
        loadLimits.waitingRuns = values.number(.maximumWaitingRuns, in: 1...1_000_000) ?? loadLimits.waitingRuns
        if let mebibytes = values.number(.maximumMemory, in: 0...1_000_000_000) {
            loadLimits.memoryBytes = mebibytes == 0 ? nil : mebibytes << 20
        }
        if let mebibytes = values.number(.maximumBody, in: 1...64) { maximumBodyBytes = mebibytes << 20 }
        if let turns = values.number(.maximumConversationTurns, in: 0...1_000_000_000) {
            conversationLimits.turns = turns == 0 ? nil : turns
        }
        if let mebibytes = values.number(.maximumConversationSize, in: 0...1_000_000_000) {
            conversationLimits.bytes = mebibytes == 0 ? nil : mebibytes << 20
        }
        if let mebibytes = values.number(.maximumClientStorage, in: 0...1_000_000_000) {
            conversationLimits.clientBytes = mebibytes == 0 ? nil : mebibytes << 20
        }
        shutdownGrace = values.seconds(.shutdownGrace, from: 0) ?? shutdownGrace
        healthRetention = values.seconds(.healthRetention, from: 86_400)
        // A budget of a month needs all days of it.
        userUsageRetention = values.seconds(.userUsageRetention, from: 32 * 86_400) ?? userUsageRetention
        sendsSafetyIdentifiers =
            values.converted(.safetyIdentifiers, expected: "on or off") { ["on": true, "off": false][$0] }
            ?? sendsSafetyIdentifiers
        if let count = values.number(.maximumHealthSamples, in: 0...1_000_000_000) {
            maximumHealthSamples = count == 0 ? nil : count
        }
        instructions =
            values.converted(
                .instructions,
                expected:
                    "default, none, a text of at most \(ServerInstructions.longest) bytes without control characters, or @ with "
                    + "the path of a file with one"
            ) { $0.hasPrefix("@") ? .standard : ServerInstructions($0) } ?? instructions
        instructionsFile = values.string(.instructions).flatMap { $0.hasPrefix("@") ? String($0.dropFirst()) : nil }
        locale = values.reading { () throws(SettingsError) in try Self.locale(values.string(.locale)) } ?? locale
        timeZone =
            values.converted(.timeZone, expected: "an IANA time zone such as Asia/Tokyo") {
                TimeZone(identifier: $0)
            } ?? timeZone
        tools = values.list(.tools, expected: "names of tools, separated by commas") { $0 }
        toolsApproval =
            values.list(.toolsApproval, expected: "names of tools, separated by commas") { $0 } ?? toolsApproval
        promptsDirectory = values.string(.promptsDirectory)
        if let text = values.string(.toolsHosts) {
            toolsHosts = values.reading { () throws(SettingsError) in try Self.hosts(text) } ?? toolsHosts
        }
        toolsFolder = values.string(.toolsFolder)
        webPageHosts = values.converted(
            .webPageHosts,
            expected: "names of hosts such as example.org or *.example.org, separated by commas"
        ) { text in
            HostPatterns(text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
        }
        for upstream in Upstream.all { read(upstream, from: values) }
        contact = values.contact(.contact)
        contactsFallback = values.string(.contactsFallback)
    }

    /// Returns the tag of a language, also of one that is written with underscores; `nil` for no text.
    private static func locale(_ text: String?) throws(SettingsError) -> String? {
        guard let text else { return nil }
        let tag = String(text.map { $0 == "_" ? "-" : $0 })
        guard let fault = CallerFields.fault(inLocale: tag) else { return tag }
        throw SettingsError(name: SettingName.locale.rawValue, message: "'\(text)' is \(fault)")
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

    /// Returns a fault for each name that has Torii's prefix and is no setting.
    private static func unknownNames(_ names: [String]) -> [SettingsError] {
        let unknown = Set(names).filter { name in
            name.hasPrefix("TORII_") && !SettingName.foreign.contains(name) && SettingName(rawValue: name) == nil
        }
        return unknown.sorted().map { name in
            let hint = SettingName.nearest(to: name).map { "; did you mean \($0.rawValue)?" } ?? ""
            return SettingsError(name: name, message: "there is no such setting\(hint)")
        }
    }
}

/// Names that look like mistyped settings without Torii's prefix, such as `OPENAI_API_KY`.
///
/// Other programs have names of their own, so only a near miss is named, and only while its setting has no value.
enum SimilarNames {
    private static let farthest = 2

    /// Returns a sentence for each name.
    static func notices(about names: [String], isSet: (SettingName) -> Bool) -> [String] {
        Set(names).sorted().compactMap { name in
            guard !name.hasPrefix("TORII_"), SettingName(rawValue: name) == nil, name.utf8.count <= 64 else {
                return nil
            }
            let word = name.uppercased()
            let near = SettingName.allCases.filter { abs($0.rawValue.utf8.count - word.utf8.count) <= farthest }
            guard let setting = near.min(by: { distance($0, word) < distance($1, word) }),
                distance(setting, word) <= farthest, !isSet(setting)
            else { return nil }
            return "\(name) is no setting and has no effect; did you mean \(setting.rawValue)?"
        }
    }

    private static func distance(_ setting: SettingName, _ word: String) -> Int {
        setting.rawValue.editDistance(to: word)
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
