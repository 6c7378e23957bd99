import Accounts
import Foundation
import ModelTable
import KeyVault
import Repository
import Secrets
import Testing
import Transport

@testable import AgentRuntime
@testable import AgentServer
@testable import ToriiApp

@Suite struct SettingsTests {
    private func load(_ environment: [String: String], file: String = "") async throws -> Settings {
        let path = NSTemporaryDirectory() + "torii-env-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try file.write(toFile: path, atomically: true, encoding: .utf8)
        return try await Settings.load(environment: environment, environmentFile: path)
    }

    @Test func defaultsNeedNothing() async throws {
        let settings = try await Settings.load(environment: [:], environmentFile: "/nonexistent/.env")
        #expect(settings.host == "127.0.0.1")
        #expect(settings.port == 8080)
        #expect(settings.masterKeySources.defaultFile == "var/master.key")
        #expect(settings.keys.isEmpty)
        #expect(settings.runLimits.disconnectGrace == .seconds(10))
        #expect(settings.runLimits.conversationRetention == nil)
    }

    @Test func theLogFormatIsTextOrJSON() async throws {
        #expect(try await load([:]).logFormat == .text)
        #expect(try await load(["TORII_LOG_FORMAT": "json"]).logFormat == .json)
        let error = await #expect(throws: SettingsError.self) { _ = try await load(["TORII_LOG_FORMAT": "xml"]) }
        #expect(error?.name == "TORII_LOG_FORMAT")
    }

    @Test func secondsMayHaveAFraction() async throws {
        let settings = try await load([
            "TORII_DISCONNECT_GRACE": "0", "TORII_ROUND_DEADLINE": "1.5", "TORII_CONVERSATION_RETENTION": "86400",
            "TORII_HEALTH_RETENTION": "86400",
        ])
        #expect(settings.runLimits.disconnectGrace == .zero)
        #expect(settings.runLimits.roundDeadline == .milliseconds(1500))
        #expect(settings.runLimits.conversationRetention == .seconds(86_400))
        #expect(settings.healthRetention == .seconds(86_400))
        #expect(settings.userUsageRetention == .seconds(34_560_000))
        #expect(try await load(["TORII_USER_USAGE_RETENTION": "2764800"]).userUsageRetention == .seconds(2_764_800))
        await #expect(throws: SettingsError.self) { _ = try await load(["TORII_USER_USAGE_RETENTION": "86400"]) }
    }

    @Test func safetyIdentifiersAreOnUnlessSwitchedOff() async throws {
        #expect(try await load([:]).sendsSafetyIdentifiers)
        #expect(try await !load(["TORII_SAFETY_IDENTIFIERS": "off"]).sendsSafetyIdentifiers)
        await #expect(throws: SettingsError.self) { _ = try await load(["TORII_SAFETY_IDENTIFIERS": "no"]) }
    }

    @Test func limitsMayBeSetAndSomeRemoved() async throws {
        let settings = try await load(["TORII_MAX_WAITING_RUNS": "7", "TORII_MAX_HEALTH_SAMPLES": "5"])
        #expect(settings.loadLimits.waitingRuns == 7)
        #expect(settings.maximumHealthSamples == 5)
        #expect(try await load([:]).loadLimits.waitingRuns == 4096)
        #expect(try await load([:]).maximumHealthSamples == 2_000_000)
        #expect(try await load(["TORII_MAX_HEALTH_SAMPLES": "0"]).maximumHealthSamples == nil)
        await #expect(throws: SettingsError.self) { _ = try await load(["TORII_MAX_WAITING_RUNS": "0"]) }
        let hosts = try await load(["TORII_WEB_PAGE_HOSTS": "example.org, *.example.net"]).webPageHosts
        #expect(hosts?.contains("a.example.net") == true && hosts?.contains("example.com") == false)
        #expect(try await load([:]).webPageHosts == nil)
        for text in ["https://example.org", ",", "*", "*.*.org"] {
            await #expect(throws: SettingsError.self) { _ = try await load(["TORII_WEB_PAGE_HOSTS": text]) }
        }
        _ = try await load(["TORII_ISSUER_HOSTS": "*, login.corp.example:8443, 10.0.0.1"])
        for text in ["https://login.example", ",", "login.example:0"] {
            await #expect(throws: SettingsError.self) { _ = try await load(["TORII_ISSUER_HOSTS": text]) }
        }
        let limits = try await load([
            "TORII_MAX_CONVERSATION_TURNS": "0", "TORII_MAX_CONVERSATION_SIZE": "2", "TORII_MAX_CLIENT_STORAGE": "3",
        ]).conversationLimits
        #expect(limits.turns == nil && limits.bytes == 2 << 20 && limits.clientBytes == 3 << 20)
        let defaults = try await load([:]).conversationLimits
        #expect(defaults.turns == 2000 && defaults.bytes == 16 << 20 && defaults.clientBytes == 1 << 30)
    }

    @Test func hostsAndProxiesAreParsed() async throws {
        let settings = try await load([
            "TORII_PUBLIC_URL": "https://torii.example/", "TORII_WEB_HOSTS": "phone.lan, Torii",
            "TORII_TRUSTED_PROXIES": "127.0.0.1, fd00::/8", "TORII_MAX_CONNECTIONS": "7",
            "TORII_MAX_CONNECTIONS_PER_ADDRESS": "3",
            "TORII_WEB_ORIGINS": "https://app.example, HTTP://localhost:3000",
        ])
        #expect(settings.cors == CORSPolicy(["https://app.example", "http://localhost:3000"]))
        #expect(try await load([:]).cors.isEmpty)
        #expect(settings.publicURL == "https://torii.example")
        #expect(settings.webHosts == ["phone.lan", "torii"])
        #expect(settings.trustedProxies.networks.count == 2)
        #expect(settings.maximumConnections == 7 && settings.maximumConnectionsPerAddress == 3)
        #expect(try await load([:]).trustedProxies.networks.isEmpty)
    }

    @Test(arguments: [
        ("TORII_PUBLIC_URL", "torii.example"), ("TORII_WEB_HOSTS", "phone.lan:80"), ("TORII_WEB_HOSTS", "a b"),
        ("TORII_TRUSTED_PROXIES", "10.0.0.0/33"), ("TORII_TRUSTED_PROXIES", "proxy.lan"),
        ("TORII_MAX_CONNECTIONS", "0"), ("TORII_MAX_CONNECTIONS_PER_ADDRESS", "0"), ("TORII_WEB_ORIGINS", "*"),
        ("TORII_WEB_ORIGINS", "https://app.example,null"), ("TORII_WEB_ORIGINS", "app.example"),
    ])
    func invalidHostsAndProxiesAreReported(_ name: String, _ value: String) async {
        let error = await #expect(throws: SettingsError.self) { _ = try await load([name: value]) }
        #expect(error?.name == name)
    }

    @Test func theEnvironmentOverridesTheFile() async throws {
        let settings = try await load(
            ["TORII_PORT": "9000", "TAVILY_API_KEY": ""],
            file: """
                # a comment
                TORII_PORT=9001
                TORII_HOST=0.0.0.0
                TORII_MODEL=openai:gpt-6.1-terra, phrasebook
                OPENAI_API_KEY=sk-from-file
                OPENAI_BASE_URL=http://127.0.0.1:11434/v1/
                TORII_TIME_ZONE=Asia/Tokyo
                """
        )
        #expect(settings.port == 9000)
        #expect(settings.host == "0.0.0.0")
        #expect(settings.models.map(\.description) == ["openai:gpt-6.1-terra", "phrasebook"])
        #expect(settings.keys.keys.map(\.name) == ["openai"])
        #expect(settings.address(of: .openai) == "http://127.0.0.1:11434/v1")
        #expect(settings.timeZone.identifier == "Asia/Tokyo")
    }

    @Test func accountsHaveANameAndAPassword() async throws {
        let settings = try await load([
            "CARDDAV_BASE_URL": "https://dav.example/", "CARDDAV_USER_NAME": "alice", "CARDDAV_PASSWORD": "a b:c",
            "CALDAV_BASE_URL": "http://127.0.0.1:5232", "TORII_CONTACTS_FALLBACK": "花子",
        ])
        #expect(settings[account: .carddav] == DAVSettings(baseURL: "https://dav.example", userName: "alice"))
        #expect(settings[account: .caldav] == DAVSettings(baseURL: "http://127.0.0.1:5232"))
        #expect(settings.keys == [.carddav: SecretString("a b:c")])
        #expect(settings.contactsFallback == "花子")
    }

    @Test(arguments: [
        "ops@example.com", "https://example.com/torii?a=b#c", "http://[2001:db8::1]:8080/", "a.b+c@host",
    ]) func aContactIsAnAddress(text: String) async throws {
        #expect(try await load(["TORII_CONTACT": text]).contact == text)
    }

    @Test(arguments: [
        "ops", "@", "a@", "@b", "a b@example.com", "a@example.com (me)", "a@b)", "https://", "ftp://example.com",
        "a@example.com\r\nX-Other: 1", "https://example.com\n", "a@b\u{7F}", "a@b@c", "a\\@b", "ä@example.com",
        "https://例.example", "https://user:password@example.com/",
    ]) func invalidContactsAreRefused(text: String) async throws {
        let error = await #expect(throws: SettingsError.self) { try await load(["TORII_CONTACT": text]) }
        #expect(error?.description.hasPrefix("TORII_CONTACT: ") == true)
    }

    @Test func modelsMayHaveWeights() async throws {
        let settings = try await load([
            "TORII_MODEL": "openai:gpt-6.1-terra*3, anthropic:c*1,phrasebook", "TORII_MODEL_HEDGE": "2.5",
            "TORII_MODELS_ALLOWED": "ollama:qwen3:4b",
        ])
        #expect(settings.models.map(\.description) == ["openai:gpt-6.1-terra", "anthropic:c", "phrasebook"])
        #expect(settings.models.map { settings.modelWeights[$0] } == [3, 1, nil])
        #expect(settings.hedgeDelay == .seconds(2.5))
        #expect(settings.allowedModels.map(\.description) == ["ollama:qwen3:4b"])
    }

    @Test func modelsMayHaveFurtherNames() async throws {
        let settings = try await load([
            "TORII_MODEL": "openai:a*3,phrasebook", "TORII_MODELS_ALLOWED": "ollama:qwen3:4b",
            "TORII_MODEL_ALIASES": "gpt-4o=openai:a, claude-*=ollama:qwen3:4b,*=phrasebook",
        ])
        #expect(settings.modelAliases.all.map(\.pattern) == ["gpt-4o", "claude-*", "*"])
        #expect(settings.modelAliases.all.map(\.target.description) == ["openai:a", "ollama:qwen3:4b", "phrasebook"])
        let standard = try await load(["TORII_MODEL_ALIASES": "a=openai:gpt-6.1-terra,b=phrasebook"])
        #expect(standard.modelAliases.all.count == 2)
    }

    @Test func factsAboutModelsMayComeFromAFile() async throws {
        let file = NSTemporaryDirectory() + "torii-models-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try #"{"models":[{"names":["openai:gpt-7*"],"window":2000000}]}"#
            .write(toFile: file, atomically: true, encoding: .utf8)
        let table = try await load(["TORII_MODEL_FILE": file]).readingFiles().modelTable
        #expect(table.facts(of: "openai", "gpt-7-nova").window == 2_000_000)
        #expect(table.facts(of: "openai", "gpt-7-nova").interface == .responses)
        #expect(table.facts(of: "openai", "gpt-6.1-terra").window == 1_050_000)
    }

    /// The content of the file, or `nil` for no file, and a part of the error.
    @Test(
        arguments: [
            (nil, "is missing; check its path"), ("{", "The file is not JSON"),
            (#"{"models":[{"names":["gpt-7"]}]}"#, "models[0].names must be patterns"),
            (#"{"currency":"EUR"}"#, "The prices are in EUR, those of the program in USD"),
            (String(repeating: " ", count: 1 << 20 + 1), "more than 1048576 bytes"),
        ] as [(String?, String)]
    )
    func aFaultyFileOfModelsIsRefused(content: String?, message: String) async throws {
        let file = NSTemporaryDirectory() + "torii-models-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try content?.write(toFile: file, atomically: true, encoding: .utf8)
        // Commands that need no models do not read it.
        let settings = try await load(["TORII_MODEL_FILE": file])
        let error = #expect(throws: SettingsError.self) { try settings.readingFiles() }
        #expect(error?.name == "TORII_MODEL_FILE")
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    /// Texts and files, and what they are read as; `nil` for a file that cannot be used, which stops no command that needs none.
    @Test(
        arguments: [
            ("default", nil, .standard), ("none", nil, ServerInstructions.none), ("Be brief.", nil, .own("Be brief.")),
            ("@", "Answer in verse.\n", .own("Answer in verse.")), ("@", nil, nil),
            ("@", String(repeating: "x", count: ServerInstructions.longest + 1), nil),
        ] as [(String, String?, ServerInstructions?)]
    )
    func instructionsAreATextOrAFile(text: String, content: String?, instructions: ServerInstructions?) async throws {
        let file = NSTemporaryDirectory() + "torii-instructions-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try content?.write(toFile: file, atomically: true, encoding: .utf8)
        let settings = try await load(["TORII_INSTRUCTIONS": text == "@" ? "@" + file : text])
        #expect((try? settings.readingFiles())?.instructions == instructions)
    }

    /// The settings with the path of a file, each with a longer text than its limit.
    @Test(arguments: [
        ("TORII_INSTRUCTIONS", "@", ServerInstructions.longest), ("TORII_MODEL_FILE", "", ModelTable.maximumBytes),
        ("TORII_PRICE_FILE", "", PriceTable.maximumBytes),
    ])
    func onlyAWholeRegularFileIsRead(name: String, mark: String, limit: Int) async throws {
        let file = NSTemporaryDirectory() + "torii-setting-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        func fault() async throws -> String {
            try await load([name: mark + file]).startFaults.map(\.description).joined()
        }
        try String(repeating: "#", count: limit + 1).write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await fault() == "\(name): the file '\(file)' has more than \(limit) bytes; shorten it")
        try FileManager.default.removeItem(atPath: file)
        #expect(mkfifo(file, 0o600) == 0)
        let pipe = "\(name): the file '\(file)' is a folder, a pipe or a device; name a regular file"
        #expect(try await fault() == pipe)
    }

    @Test func modelsMayHaveReplacements() async throws {
        let settings = try await load([
            "TORII_MODEL": "openai:a,phrasebook", "TORII_MODEL_ALIASES": "x=openai:c",
            "TORII_MODEL_REPLACEMENTS": "a=b, openai:b=c,gemini:old=new,gone=anthropic:d",
        ])
        #expect(settings.modelReplacements.all.map(\.old) == ["a", "openai:b", "gemini:old", "gone"])
        // The new models are offered without another setting.
        #expect(settings.allowedModels.map(\.description) == ["openai:b", "openai:c", "gemini:new", "anthropic:d"])
    }

    /// Replacements, and a part of the error.
    @Test(arguments: [
        ("a", "is not a list such as"), ("a=", "is not a list such as"), ("a=a", "is not a list such as"),
        ("a*=b", "is not a list such as"), ("openai:a=b,openai:a=c", "replaces a model twice"),
        ("x=y", "write the new model with its provider, such as openai:y"),
    ])
    func anInvalidReplacementIsReported(text: String, part: String) async throws {
        let error = await #expect(throws: SettingsError.self) {
            try await load(["TORII_MODEL": "openai:a", "TORII_MODEL_REPLACEMENTS": text])
        }
        #expect(error?.description.hasPrefix("TORII_MODEL_REPLACEMENTS: ") == true)
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }

    /// Aliases, and a part of the error.
    @Test(arguments: [
        ("a", "is not a list such as"), ("a=b", "is not a list such as"), ("a**=phrasebook", "at most one *"),
        ("a=phrasebook,a=openai:a", "contains a name twice"), ("a=openai:b", "did you mean openai:a?"),
        ("a=anthropic:claude", "TORII_MODELS_ALLOWED"),
    ])
    func invalidAliasesAreRefused(text: String, message: String) async throws {
        let error = await #expect(throws: SettingsError.self) {
            try await load(["TORII_MODEL": "openai:a,phrasebook", "TORII_MODEL_ALIASES": text])
        }
        #expect(error?.description.hasPrefix("TORII_MODEL_ALIASES: ") == true)
        #expect(error?.description.contains(message) == true)
    }

    @Test(arguments: ["openai:m*0", "openai:m*-1", "openai:m*x", "openai:m*", "*3", "openai:*3", "openai:m*1001"])
    func aWeightIsANumber(text: String) { #expect(ModelChoice(text) == nil) }

    @Test func masterKeysAreReadFromTheirPlaces() async throws {
        let settings = try await load([
            "TORII_MASTER_KEY": "a", "TORII_MASTER_KEY_PREVIOUS": "b,c", "TORII_MASTER_KEY_FILE": "/keys",
            "TORII_DATA_DIR": "data", "CREDENTIALS_DIRECTORY": "/run/credentials/torii.service",
        ])
        let sources = settings.masterKeySources
        #expect(sources.environment == SecretString("a"))
        #expect(sources.previous == SecretString("b,c"))
        #expect(sources.file == "/keys")
        #expect(sources.credentialsFolder == "/run/credentials/torii.service")
        #expect(sources.defaultFile == "data/master.key")
    }

    @Test(arguments: [
        ("TORII_PROT", "1", "TORII_PROT: there is no such setting; did you mean TORII_PORT?"),
        ("TORII_ZAICO_BASE_URL", "x", "TORII_ZAICO_BASE_URL: there is no such setting; did you mean ZAICO_BASE_URL?"),
        ("TORII_PORT", "eighty", "TORII_PORT: 'eighty' is not a port number from 0 to 65535"),
        (
            "TORII_MODEL", "claude",
            "TORII_MODEL: 'claude' is not phrasebook, openai:<model>, openai-responses:<model>, anthropic:<model>, "
                + "gemini:<model> or ollama:<model>, or several separated by commas"
        ),
        ("TORII_MODEL", "phrasebook,phrasebook", "TORII_MODEL: the list contains a model twice; remove one of the two"),
        ("TORII_MODEL_HEDGE", "0", "TORII_MODEL_HEDGE: '0' is not a number of seconds above 0, such as 4 or 2.5"),
        (
            "ANTHROPIC_VERSION", "latest",
            "ANTHROPIC_VERSION: 'latest' is not a version such as 2026-10-21 or 2023-06-01"
        ),
        (
            "TORII_DISCONNECT_GRACE", "-1",
            "TORII_DISCONNECT_GRACE: '-1' is not a number of seconds from 0 to 1000000000"
        ),
        (
            "TORII_RUN_DEADLINE", "0", "TORII_RUN_DEADLINE: '0' is not a number of seconds from 1 to 1000000000"
        ),
        ("TORII_TIME_ZONE", "Mars", "TORII_TIME_ZONE: 'Mars' is not an IANA time zone such as Asia/Tokyo"),
        ("CARDDAV_USER_NAME", "a:b", "CARDDAV_USER_NAME: 'a:b' is not a user name, which must not contain a colon"),
        (
            "CALDAV_USER_NAME", "alice",
            "CALDAV_USER_NAME: it has no effect without CALDAV_BASE_URL, the address of its server; set that too"
        ),
        (
            "CARDDAV_PASSWORD", "secret",
            "CARDDAV_PASSWORD: it has no effect without CARDDAV_BASE_URL, the address of its server; set that too"
        ),
        (
            "OPENAI_BASE_URL", "ftp://x",
            "OPENAI_BASE_URL: it must be an http or https URL without a user name, a password, a query or a fragment"
        ),
    ])
    func anInvalidSettingIsReportedWithItsValidValues(name: String, value: String, message: String) async throws {
        let error = await #expect(throws: SettingsError.self) { try await load([name: value]) }
        #expect(error?.description == message)
        let inFile = await #expect(throws: SettingsError.self) { try await load([:], file: "\(name)=\(value)\n") }
        #expect(inFile?.description == message)
    }

    @Test func allFaultsAreFoundAtOnce() async throws {
        let path = NSTemporaryDirectory() + "torii-env-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try "TORII_PORT=eighty\nTORII_MAX_RUNS=9\n".write(toFile: path, atomically: true, encoding: .utf8)
        let environment = [
            "TORII_TIME_ZONE": "Mars", "TORII_MODEL": "claude", "TORII_MODEL_ALIASES": "a=openai:b", "TORII_PROT": "1",
            "OPENAI_BASE_URL": "ftp://x", "TORII_LOCALE": "klingon!",
        ]
        let (settings, faults) = await Settings.read(environment: environment, environmentFile: path)
        // The aliases are not checked, because their models have a fault.
        #expect(
            faults.map(\.name) == [
                "TORII_PROT", "TORII_PORT", "TORII_MODEL", "TORII_LOCALE", "TORII_TIME_ZONE", "OPENAI_BASE_URL",
            ]
        )
        #expect(settings.port == 8080 && settings.loadLimits.runs == 9 && settings.locale == "en")
    }

    @Test(
        arguments: [
            ("de", "de"), ("ja_JP", "ja-JP"), ("zh-Hant-TW", "zh-Hant-TW"), ("klingon!", nil), ("e", nil),
            ("en--US", nil),
            ("en US", nil),
        ] as [(String, String?)]
    )
    func aLocaleIsALanguageTag(text: String, tag: String?) async {
        let (settings, faults) = await Settings.read(
            environment: ["TORII_LOCALE": text],
            environmentFile: "/nonexistent"
        )
        #expect(faults.map(\.name) == (tag == nil ? ["TORII_LOCALE"] : []))
        #expect(settings.locale == tag ?? "en")
    }

    /// A name, and the setting that it may have meant.
    @Test(
        arguments: [
            ("OPENAI_API_KY", "OPENAI_API_KEY"), ("ANTHROPIC_API_KYE", "ANTHROPIC_API_KEY"),
            ("GEMINI_APIKEY", "GEMINI_API_KEY"), ("TAVILY_API_KEYS", "TAVILY_API_KEY"),
            ("ZAICO_API_TOKN", "ZAICO_API_TOKEN"),
            ("openai_api_key", "OPENAI_API_KEY"), ("OPENAI_BASE_URI", "OPENAI_BASE_URL"), ("TORI_PORT", "TORII_PORT"),
            ("OPENAI_ORG_ID", nil), ("GROQ_API_KEY", nil), ("PATH", nil), ("HOME", nil), ("GOOGLE_API_KEY", nil),
            ("OPENAI_API_KEY", nil),
        ] as [(String, String?)]
    )
    func aNearMissIsNamed(name: String, setting: String?) async throws {
        for (environment, file) in [([name: "x-secret"], ""), ([:], "\(name)=x-secret\n")] {
            let notices = try await load(environment, file: file).similarNames
            #expect(notices == setting.map { ["\(name) is no setting and has no effect; did you mean \($0)?"] } ?? [])
        }
        guard let setting, setting != "TORII_PORT", setting != "OPENAI_BASE_URL" else { return }
        // With the setting at its place, the other name is somebody else's.
        #expect(try await load([name: "x", setting: "sk-1"]).similarNames.isEmpty)
    }

    @Test func everySettingIsInTheExampleFile() throws {
        let example = try String(contentsOf: Repository.root.appendingPathComponent(".env.example"), encoding: .utf8)
        for name in SettingName.allCases {
            #expect(
                example.contains("\n#\(name.rawValue)=") || example.contains("\n\(name.rawValue)="),
                "\(name.rawValue)"
            )
        }
    }
}
