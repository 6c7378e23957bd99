import AgentRuntime
import Foundation
import KeyVault
import ModelTable
import PrivateFiles
import Secrets
import StandIns
import Storage
import StreamingJSON
import Testing

@testable import AgentServer
@testable import ToriiApp

/// The findings of the doctor, and that it changes nothing.
@Suite(.timeLimit(.minutes(1))) struct DoctorTests {
    private static let rightKey = "sk-right-0123456789abcdef"
    private static let deadKey = "sk-dead-fedcba9876543210"

    private func settings(in folder: String) -> Settings {
        var settings = Settings()
        settings.port = 9
        settings.dataDirectory = folder
        settings.addresses[.openai] = TestServer.nowhere
        settings.addresses[.anthropic] = TestServer.nowhere
        settings.addresses[.tavily] = TestServer.nowhere
        settings.addresses[.mediaWiki] = TestServer.nowhere
        settings.addresses[.openMeteo] = TestServer.nowhere
        settings.addresses[.openMeteoGeocoding] = TestServer.nowhere
        settings.tools = []
        return settings
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "torii-doctor-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private func states(_ report: DoctorReport, of subject: String) -> [DoctorReport.State] {
        report.findings.filter { $0.subject == subject }.map(\.state)
    }

    @Test func anExaminationCreatesNothing() async throws {
        try await withFolder { folder in
            var settings = settings(in: folder)
            settings.addresses[.openai] = nil
            settings.addresses[.anthropic] = nil
            let report = await Doctor(settings: settings).examine()
            #expect(report.isHealthy)
            #expect(
                report.findings.map(\.subject) == ["data folder", "disk", "master key", "database", "port", "model"]
            )
            #expect(report.findings.last?.message == "phrasebook, because TORII_MODEL is not set")
            #expect(!FileManager.default.fileExists(atPath: folder))
        }
    }

    @Test func declaredServicesNeedTheirKeys() async throws {
        try await withFolder { folder in
            let text = """
                torii: 1
                upstream: orders
                base: https://orders.example.com
                auth: {bearer: "{key}"}
                tools: [{name: find, description: b, request: {get: /}}]

                """
            var settings = settings(in: folder)
            settings.toolsFolder = folder
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try text.write(toFile: folder + "/orders.yaml", atomically: true, encoding: .utf8)
            let findings = await Doctor(settings: settings).examine().findings
            #expect(findings.first { $0.subject == "tool files" }?.message == "1 file with 1 tool")
            #expect(findings.first { $0.subject == "orders key" }?.state == .broken)
        }
    }

    @Test func eachServerOfToolsIsStartedOnce() async throws {
        let tool: JSONObject = ["name": "find", "description": "A tool", "inputSchema": ["type": "object"]]
        try await MCPStandIn(.stateless, tools: [tool], call: { _, _ in MCPStandIn.text("found") }).running { standIn in
            try await withFolder { folder in
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                for (name, text) in [
                    ("shop", "mcp: {url: '\(standIn.url)'}"), ("gone", "mcp: {url: '\(TestServer.nowhere)'}"),
                    ("dice", "mcp: {command: [/nonexistent/torii-test-program]}"),
                    ("keyed", "mcp: {url: '\(standIn.url)', headers: {X-Key: '{key}'}}"),
                ] {
                    try text.write(toFile: "\(folder)/\(name).yaml", atomically: true, encoding: .utf8)
                }
                var settings = settings(in: folder)
                settings.toolsFolder = folder
                let report = await Doctor(settings: settings).examine()
                #expect(states(report, of: "shop") == [.ok], "\(report.text)")
                #expect(report.findings.first { $0.subject == "shop" }?.message == "the MCP server lists 1 tool")
                #expect(states(report, of: "gone") == [.broken] && states(report, of: "dice") == [.broken])
                #expect(report.findings.first { $0.subject == "dice" }?.message.contains("dice.yaml") == true)
                #expect(states(report, of: "keyed key") == [.broken])
                #expect(!report.isHealthy)
            }
        }
    }

    /// A setting, its faulty value, and a part of the row.
    ///
    /// A start refuses each too.
    @Test(arguments: [
        ("TORII_PRICE_FILE", "/nosuch", "is missing"), ("TORII_MODEL_FILE", "/nosuch", "is missing"),
        ("TORII_PROMPTS_DIR", "/nosuch", "is missing"), ("TORII_WEB_DIR", "/nosuch", "lacks a file"),
        ("TORII_TOOLS_DIR", "/nosuch", "cannot be read"), ("TORII_TOOLS", "serchWeb", "no tool named"),
        ("TORII_TOOLS_APPROVAL", "foo", "no tool named"), ("TORII_TIME_ZONE", "Mars", "IANA"),
        ("TORII_MODEL_ALIASES", "a=b", "is not a list"), ("TORII_WEB_ORIGINS", "*", "is not origins"),
        ("TORII_HOST", "0.0.0.0", "no admin token"), ("TORII_ADMIN_HOST", "0.0.0.0", "no admin token"),
        ("TORII_CLIENT_TOKEN", "short", "needs at least"), ("TORII_LOCALE", "klingon!", "BCP 47"),
        ("TORII_PROT", "1", "did you mean TORII_PORT?"),
    ])
    func aFaultThatPreventsAStartEndsNoOtherCheck(name: String, value: String, part: String) async throws {
        try await withFolder { folder in
            let environment = [
                "TORII_DATA_DIR": folder, "TORII_PORT": "0", "TORII_TOOLS": "getInventory",
                "TORII_MASTER_KEY_FILE": folder + ".key",
            ].merging([name: value]) { $1 }
            let (settings, faults) = await Settings.read(environment: environment, environmentFile: "/nonexistent")
            var offline = settings
            for upstream in Upstream.all where upstream.addressSetting != nil {
                offline.addresses[upstream] = TestServer.nowhere
            }
            let report = await Doctor(settings: offline, faults: faults).examine()
            let broken = report.findings.filter { $0.subject == "settings" }
            #expect(broken.count == 1 && broken.first?.state == .broken, "\(report.text)")
            #expect(
                broken.first?.message.hasPrefix("\(name): ") == true && broken.first?.message.contains(part) == true
            )
            #expect(!report.isHealthy && report.findings.map(\.subject).contains("database"))
            #expect(!FileManager.default.fileExists(atPath: folder))
            // The start has the same fault.
            let error = await #expect(throws: SettingsError.self) {
                if let fault = faults.first { throw fault }
                try await ToriiServer(settings: offline, onListening: { _ in Issue.record("it listens") }).run()
            }
            #expect(error?.name == name)
            try? FileManager.default.removeItem(atPath: folder + ".key")
        }
    }

    @Test func faultyToolFilesAreBrokenAndTheOthersAreChecked() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for (name, text) in FaultyToolFileTests.files {
                try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
            }
            var settings = settings(in: folder)
            settings.toolsFolder = folder
            let findings = await Doctor(settings: settings).examine().findings.filter { $0.subject == "tool files" }
            #expect(findings.map(\.state) == [.broken, .broken, .ok])
            #expect(findings.first?.message.contains("library.yaml:4:") == true)
            #expect(findings.last?.message == "1 file with 1 tool")
        }
    }

    @Test func aKeyGoesToNoDefaultAddressBecauseTheOwnOneIsFaulty() async throws {
        try await withFolder { folder in
            let environment = [
                "TORII_DATA_DIR": folder, "TORII_PORT": "0", "TORII_TOOLS": "getInventory",
                "OPENAI_API_KEY": Self.rightKey,
                "OPENAI_BASE_URL": "ftp://gateway.example",
            ]
            let (settings, faults) = await Settings.read(environment: environment, environmentFile: "/nonexistent")
            let report = await Doctor(settings: settings, faults: faults).examine()
            #expect(!report.findings.contains { $0.subject.hasPrefix("openai") }, "\(report.text)")
        }
    }

    /// A model, and the end of its row.
    @Test(
        arguments: [("other", nil), ("stand-inn", "; did you mean stand-in?"), ("gpt-5-mni", "; check its name")]
            as [(String, String?)]
    )
    func aModelThatTheListLacksIsNamed(model: String, hint: String?) async throws {
        try await withFolder { folder in
            try await OpenAIStandIn.with(keys: [Self.rightKey], script: { _ in .text("") }) { standIn in
                var settings = settings(in: folder)
                settings.models = [ModelReference(provider: .openai, name: hint == nil ? "stand-in" : model)]
                settings.addresses[.openai] = standIn.baseURL
                settings.keys[.openai] = SecretString(Self.rightKey)
                let findings = await Doctor(settings: settings).examine().findings.filter { $0.subject == "model" }
                let expected = hint.map { "the list of models of openai lacks openai:\(model)\($0)" }
                #expect(findings.dropFirst().map(\.message) == [expected].compactMap(\.self))
                #expect(findings.dropFirst().allSatisfy { $0.state == .warning })
            }
        }
    }

    @Test(
        arguments: [
            (0, true, .broken), (63 << 20, true, .broken), (64 << 20, true, .warning), (2 << 30, true, .ok),
            (2 << 30, false, .broken),
        ]
            as [(Int, Bool, DoctorReport.State)]
    )
    func theSpaceOnTheDiskIsJudged(free: Int, hasRoom: Bool, state: DoctorReport.State) {
        let space = DiskSpace(freeBytes: free, totalBytes: 4 << 30, hasRoomForFiles: hasRoom)
        #expect(Doctor.diskFinding(space, in: "var").state == state)
    }

    /// Only a server that reads the request, or refuses the missing key, shows whether it wants one.
    @Test(
        arguments: [
            (200, .ok), (400, .ok), (422, .ok), (401, .broken), (403, .broken), (307, .warning), (404, .warning),
            (405, .warning), (429, .warning), (500, .warning),
        ] as [(Int, DoctorReport.State)]
    )
    func theAnswerWithoutAKeyIsJudged(status: Int, state: DoctorReport.State) {
        let finding = Doctor.findingWithoutKey(status, of: "openai", at: "a.example")
        #expect(finding.state == state && finding.message.contains("status \(status)"), "\(finding.message)")
    }

    @Test func onlyKnownPathsAreAskedWithoutAKey() {
        var settings = Settings()
        for upstream in [Upstream.openai, .gemini] { settings.addresses[upstream] = "http://127.0.0.1:8000/v1" }
        settings.allowedModels = ["openai:m", "gemini:m"].compactMap { ModelReference($0) }
        let urls = CheckedUpstream.all(settings, stored: []).compactMap(\.keylessURL)
        #expect(urls == ["http://127.0.0.1:8000/v1/chat/completions"])
    }

    @Test func theEndsOfModelsAreListed() async throws {
        try await withFolder { folder in
            var settings = settings(in: folder)
            let past = #"{"models": [{"names": ["compatible:old"], "ends": "2026-01-01", "replacement": "new"}]}"#
            settings.modelTable = try ModelTable(parsing: Array(past.utf8))
            settings.models = [ModelReference(provider: .openai, name: "old")]
            let broken = await Doctor(settings: settings).examine()
            #expect(states(broken, of: "model end") == [.broken])
            let message = broken.findings.first { $0.subject == "model end" }?.message ?? ""
            #expect(message.hasPrefix("openai:old has ended on 2026-01-01; its provider recommends new; "))
            #expect(message.hasSuffix("TORII_MODEL_REPLACEMENTS=old=new"))
            let replacement = try #require(ModelReplacements.Replacement("old=new"))
            settings.modelReplacements = try #require(ModelReplacements([replacement]))
            let replaced = await Doctor(settings: settings).examine()
            #expect(states(replaced, of: "model end") == [.ok])
            #expect(replaced.text.contains("openai:new answers in its place now"))
        }
    }

    @Test func eachStoredKeyIsChecked() async throws {
        try await withFolder { folder in
            try await OpenAIStandIn.with(keys: [Self.rightKey], script: { _ in .text("Yes.") }) { openAI in
                try await AnthropicStandIn.with(keys: [Self.rightKey], script: { _ in .text("Yes.") }) { anthropic in
                    // A server has run once with these keys.
                    try await TestServer.with(dataDirectory: folder) { settings in
                        settings.keys = [
                            .openai: SecretString(Self.rightKey), .anthropic: SecretString(Self.deadKey),
                        ]
                    } _: { _ in
                    }
                    var settings = settings(in: folder)
                    settings.models = [
                        ModelReference(provider: .openai, name: "m"), ModelReference(provider: .anthropic, name: "c"),
                        ModelReference(provider: .ollama, name: "q"),
                    ]
                    settings.addresses[.openai] = openAI.baseURL
                    settings.addresses[.anthropic] = anthropic.baseURL
                    settings.addresses[.ollama] = TestServer.nowhere
                    // This key is not in the vault, because the server has not started with it.
                    settings.keys = [.openai: SecretString(Self.rightKey), .anthropic: SecretString(Self.rightKey)]
                    let before = try Data(contentsOf: URL(fileURLWithPath: settings.databasePath))
                    let report = await Doctor(settings: settings).examine()
                    #expect(states(report, of: "openai") == [.ok])
                    #expect(states(report, of: "openai key") == [.ok])
                    #expect(states(report, of: "anthropic") == [.ok])
                    #expect(states(report, of: "anthropic key") == [.broken, .ok])
                    #expect(states(report, of: "ollama") == [.broken])
                    #expect(states(report, of: "database") == [.ok])
                    #expect(!report.isHealthy)
                    for text in [report.text, report.json] {
                        #expect(!text.contains(Self.rightKey) && !text.contains(Self.deadKey))
                        #expect(text.contains("'ANTHROPIC_API_KEY' (…3210): The upstream refuses it: "))
                    }
                    #expect(try Data(contentsOf: URL(fileURLWithPath: settings.databasePath)) == before)
                    print(report.text)
                }
            }
        }
    }

    @Test(arguments: [true, false]) func anOwnServerIsAskedWhetherItWantsAKey(wantsKey: Bool) async throws {
        try await withFolder { folder in
            let keys = wantsKey ? [Self.rightKey] : []
            try await OpenAIStandIn.with(keys: keys, script: { _ in .text("") }) { standIn in
                var settings = settings(in: folder)
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
                let report = await Doctor(settings: settings).examine()
                let finding = try #require(report.findings.first { $0.subject == "openai key" })
                #expect(finding.state == (wantsKey ? .broken : .ok))
                #expect(finding.message.contains("with status \(wantsKey ? 401 : 400)"), "\(finding.message)")
                #expect(finding.message.contains("torii keys add openai") == wantsKey)
            }
        }
    }

    /// The ends of base URLs, whether the server needs a key, and the finding.
    @Test(arguments: [
        ("/v1", false, DoctorReport.State.ok, "answers"), ("/v1", true, .ok, "answers"),
        ("", false, .broken, "with status 404 at /models below OPENAI_BASE_URL"),
        ("", true, .broken, "its key works only below /v1"), ("/other", false, .warning, "usually ends in /v1"),
        ("/other/v1", false, .warning, "check the path of that setting"),
    ])
    func aBaseURLWithoutItsVersionIsDetected(
        _ end: String,
        wantsKey: Bool,
        state: DoctorReport.State,
        says: String
    ) async throws {
        try await withFolder { folder in
            let keys = wantsKey ? [Self.rightKey] : []
            try await OpenAIStandIn.with(keys: keys, script: { _ in .text("") }) { standIn in
                var settings = settings(in: folder)
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.server.baseURL + end
                if wantsKey { settings.keys[.openai] = SecretString(Self.rightKey) }
                let report = await Doctor(settings: settings).examine()
                let finding = try #require(report.findings.first { $0.subject == "openai" })
                #expect(finding.state == state)
                #expect(finding.message.contains(says), "\(finding.message)")
                #expect(finding.message.hasSuffix("set OPENAI_BASE_URL=\(standIn.baseURL)") == end.isEmpty)
            }
        }
    }

    @Test func aLostMasterKeyIsReported() async throws {
        try await withFolder { folder in
            try await TestServer.with(dataDirectory: folder) { _ in }
            let settings = settings(in: folder)
            try FileManager.default.removeItem(atPath: settings.masterKeySources.place)
            let report = await Doctor(settings: settings).examine()
            #expect(states(report, of: "master key") == [.broken])
            #expect(!FileManager.default.fileExists(atPath: settings.masterKeySources.place))
        }
    }

    @Test func aRunningServerIsDetected() async throws {
        try await withFolder { folder in
            try await TestServer.with(dataDirectory: folder) { server in
                var settings = settings(in: folder)
                settings.port = try #require(server.baseURL.split(separator: ":").last.flatMap { Int($0) })
                let port = await Doctor(settings: settings).examine().findings.first { $0.subject == "port" }
                #expect(port?.state == .ok)
                #expect(port?.message.hasPrefix("Torii is serving on") == true)
            }
            try await OpenAIStandIn.with(script: { _ in .text("") }) { other in
                var settings = settings(in: folder)
                settings.port = other.server.port
                let report = await Doctor(settings: settings).examine()
                #expect(states(report, of: "port") == [.broken])
            }
        }
    }
}

/// The report of the doctor.
@Suite struct DoctorReportTests {
    @Test func aTableForPeopleAndJSONForScripts() {
        let report = DoctorReport(findings: [
            .init(.ok, "port", "127.0.0.1:8080 is free"), .init(.verified, of: "'a' (…1234)", for: "openai"),
            .init(.invalid(reason: "api.x answered with status 401"), of: "'b'", for: "tavily"),
            .init(.unknown(reason: "api.y could not be reached"), of: "'c'", for: "zaico"),
        ])
        #expect(
            report.text == """
                ok       port        127.0.0.1:8080 is free
                ok       openai key  'a' (…1234) works
                BROKEN   tavily key  the upstream refuses 'b': api.x answered with status 401
                warning  zaico key   'c' could not be checked: api.y could not be reached

                1 broken, 1 warning.
                """
        )
        #expect(
            report.json
                == #"{"healthy":false,"findings":[{"state":"ok","subject":"port","message":"127.0.0.1:8080 is free"},"#
                + #"{"state":"ok","subject":"openai key","message":"'a' (…1234) works"},"#
                + #"{"state":"broken","subject":"tavily key","message":"the upstream refuses 'b': api.x answered with status 401"},"#
                + #"{"state":"warning","subject":"zaico key","message":"'c' could not be checked: api.y could not be reached"}]}"#
        )
    }

    @Test func aWarningIsNoFailure() {
        #expect(DoctorReport(findings: [.init(.warning, "tavily", "")]).isHealthy)
        #expect(DoctorReport(findings: []).text.hasSuffix("All checks passed."))
    }

    struct Row: Sendable {
        var change: @Sendable (inout Settings) -> Void
        var stored: Set<Upstream> = []
        /// Name, whether it was chosen, whether it needs a key.
        var expected: [String]
    }

    static let rows: [Row] = [
        Row(change: { _ in }, expected: ["tavily", "mediawiki", "open-meteo", "open-meteo geocoding"]),
        Row(change: { $0.tools = [] }, expected: []),
        Row(change: { $0.tools = ["getCurrentWeather"] }, expected: ["open-meteo", "open-meteo geocoding"]),
        Row(
            change: { settings in
                settings.tools = []
                settings.models = [
                    ModelReference(provider: .openai, name: "m"), ModelReference(provider: .ollama, name: "q"),
                    .phrasebook,
                ]
                settings.allowedModels = [ModelReference(provider: .gemini, name: "g")]
            },
            expected: ["openai chosen needs key", "gemini chosen needs key", "ollama chosen"]
        ),
        Row(
            change: { settings in
                settings.tools = []
                settings.models = [ModelReference(provider: .openaiResponses, name: "m")]
                settings.addresses[.openai] = "http://127.0.0.1:8000/v1"
            },
            expected: ["openai chosen"]
        ),
        Row(
            change: { $0.tools = ["searchWeb", "getInventory"] },
            stored: [.anthropic, .tavily, .zaico],
            expected: ["anthropic chosen", "tavily chosen", "mediawiki", "zaico chosen"]
        ),
        Row(
            change: { settings in
                settings.tools = ["searchWeb"]
                settings.addresses[.mediaWiki] = "http://wiki.example/api.php"
            },
            expected: ["tavily", "mediawiki chosen"]
        ),
    ]

    static let accounts: [Row] = [
        Row(
            change: { settings in
                settings.tools = ["findContacts", "getCalendarEvents"]
                settings[account: .carddav].baseURL = "http://127.0.0.1:5232"
            },
            stored: [.carddav, .caldav],
            expected: ["carddav chosen"]
        ),
        Row(
            change: { settings in
                settings.tools = ["getCalendarEvents"]
                settings[account: .carddav].baseURL = "http://127.0.0.1:5232"
                settings[account: .caldav].baseURL = "http://127.0.0.1:5232"
            },
            expected: ["caldav chosen"]
        ),
    ]

    @Test(arguments: accounts.indices) func configuredAccountsAreExamined(index: Int) {
        var settings = Settings()
        Self.accounts[index].change(&settings)
        let upstreams = CheckedUpstream.all(settings, stored: Self.accounts[index].stored)
        #expect(upstreams.map { $0.name + ($0.isChosen ? " chosen" : "") } == Self.accounts[index].expected)
    }

    @Test(arguments: rows.indices) func configuredUpstreamsAreExamined(index: Int) {
        var settings = Settings()
        Self.rows[index].change(&settings)
        let upstreams = CheckedUpstream.all(settings, stored: Self.rows[index].stored).map { upstream in
            upstream.name + (upstream.isChosen ? " chosen" : "") + (upstream.needsKey ? " needs key" : "")
        }
        #expect(upstreams == Self.rows[index].expected)
    }
}
