import Phrasebook
import Foundation
import KeyLeasing
import LanguageModels
import ModelContextProtocol
import Secrets
import StandIns
import StorageSQLite
import StreamingJSON
import Synchronization
import Testing
import ToolDeclarations
import Transport

@testable import AgentTools
@testable import BuiltInTools
@testable import DeclaredTools
@testable import MCPClient

/// Upstreams that return the key of a request, in ways that only the finished text of a tool shows.
@Suite(.timeLimit(.minutes(1))) struct EchoingUpstreamTests {
    private static let key = "sk-CANARY0123456789"
    private static let halves = ("sk-CANARY01", "23456789")
    private static let escaped = key.unicodeScalars.map { "\\u00" + String($0.value, radix: 16) }.joined()

    /// Lends the key, and counts its echoes.
    private final class Pool: Sendable {
        private let state = Mutex(0)
        var echoes: Int { state.withLock { $0 } }
        var lease: KeyLease {
            KeyLease(keyID: "k", secret: SecretString(key), onEcho: { [self] _ in state.withLock { $0 += 1 } })
        }
    }

    private static func withService(
        _ respond: @escaping StandInServer.Responder,
        _ body: (StandInServer) async throws -> Void
    ) async throws {
        let server = StandInServer(name: "echo", respond: respond)
        try await server.start()
        do { try await body(server) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// In messages outside of a call, such as lists of tools and their errors.
    @Test(arguments: ["\u{200B}", "\\u200b", "\\u00ad"])
    func aKeyWithAnInvisibleCharacterInJSON(_ invisible: String) {
        let echo = SecretEcho([SecretString(Self.key)])
        let text = #"{"description":"key \#(Self.halves.0)\#(invisible)\#(Self.halves.1)"}"#
        #expect(echo.removing(fromJSON: text) == #"{"description":"key ••••"}"#)
        let other = #"{"description":"a\u200bb"}"#
        #expect(echo.removing(fromJSON: other) == other)
    }

    // MARK: Tools of files

    private static let answers: [(type: String, body: String)] = [
        ("application/json", #"{"a": "\#(key)", "b": ""}"#), ("application/json", #"{"a": "\#(escaped)", "b": ""}"#),
        (
            "application/json",
            #"{"a": "{\"k\":\"\#(escaped.replacingOccurrences(of: "\\", with: "\\\\"))\"}", "b": ""}"#
        ),
        ("application/json", #"{"a": "\#(halves.0)", "b": "\#(halves.1)"}"#),
        ("application/json", "{\"a\": \"\(halves.0)\u{200B}\(halves.1)\", \"b\": \"\"}"),
        ("application/xml", "<r><a>\(halves.0)<![CDATA[\(halves.1)]]></a><b/></r>"),
        ("application/xml", "<r><a>\(halves.0)<!-- - -->\(halves.1)</a><b/></r>"),
        ("application/xml", "<r><a>&#115;k-CANARY&#x30;123456789</a><b/></r>"),
        ("text/plain", "\(halves.0)\u{2060}\(halves.1)"), ("text/plain", "=73k-CANARY0123456789"),
    ]

    @Test(arguments: answers.indices)
    func aToolOfAFile(_ index: Int) async throws {
        let (type, answer) = Self.answers[index]
        try await Self.withService({ _ in .text(answer, contentType: type) }) { service in
            let text = """
                torii: 1
                upstream: orders
                base: \(service.baseURL)
                auth: [{bearer: "{key}"}]
                tools:
                  - name: read
                    description: Reads.
                    effect: reads
                    request: {get: /}
                    answer: {text: "{{#items}}TEXT{{/items}}", artifact: x.y}

                """
            let words =
                type == "text/plain" ? "{{.}}" : type == "application/xml" ? "{{r.a}}{{r.b}}" : "{{a}}{{b}}"
            let file = try ToolDeclarationFile(text.replacing("TEXT", with: words), file: "orders.yaml")
            let pool = Pool()
            let surroundings = DeclaredToolSurroundings(
                client: HTTPClient(),
                phrases: PhrasebookReader(),
                hosts: try AllowedHosts(parsing: "127.0.0.1"),
                lease: { _ in pool.lease }
            )
            let tool = try #require(try DeclaredTools.tools(of: file, in: surroundings).first)
            let trial = try await WebToolTrial(tool, [:])
            #expect(!trial.isError && trial.text.contains("••••") && !trial.text.contains(Self.key), "\(trial.text)")
            let artifacts = "\(trial.artifacts.map(\.content.jsonString))"
            #expect(!artifacts.contains(Self.key) && !artifacts.contains("\\u00"), "\(artifacts)")
            #expect(pool.echoes > 0)
        }
    }

    // MARK: Built-in tools

    @Test func searchesAndInventoriesReportTheEcho() async throws {
        let answer: JSONValue = [
            "type": "search", "results": [["url": "u", "title": .string(Self.key)]],
            "web": ["results": [["url": "u", "title": .string(Self.key)]]],
        ]
        try await Self.withService({ _ in .json(answer) }) { service in
            let (client, query) = (HTTPClient(), SearchQuery("a", limit: 1, caller: Caller()))
            for kind in 0..<3 {
                let pool = Pool()
                let text =
                    switch kind {
                    case 0:
                        try await TavilySearch(client: client, baseURL: service.baseURL) { pool.lease }
                            .search(query).first?.title
                    case 1:
                        try await BraveSearch(client: client, baseURL: service.baseURL) { pool.lease }
                            .search(query).first?.title
                    default:
                        try await ZaicoClient(http: client, baseURL: service.baseURL) { pool.lease }
                            .call(.get).json["results"]?[0]?["title"]?.stringValue
                    }
                #expect(text == "••••" && pool.echoes > 0)
            }
        }
    }

    @Test func anAccountReportsThePasswordAndTheHeader() async throws {
        let respond: StandInServer.Responder = { request in
            let header = request.header("Authorization") ?? ""
            let body = """
                <d:multistatus xmlns:d="DAV:"><d:response><d:href>/</d:href><d:propstat><d:prop><d:a>\(header)</d:a>\
                <d:b>\(Self.key)</d:b></d:prop></d:propstat></d:response></d:multistatus>
                """
            return .text(body, status: 207, contentType: "application/xml")
        }
        try await Self.withService(respond) { service in
            let pool = Pool()
            let account = DAVAccount(client: HTTPClient(), baseURL: service.baseURL, userName: "ann") { pool.lease }
            let texts = try await account.perform { exchange, credentials in
                try await exchange.send(
                    "PROPFIND",
                    exchange.configured,
                    depth: 0,
                    body: "",
                    credentials: credentials
                ).multistatus.resources.flatMap { $0.properties.map(\.trimmedText) }
            }
            #expect(texts == ["Basic ••••", "••••"] && pool.echoes > 1, "\(texts)")
        }
    }

    @Test func aContactWithThePasswordInAFoldedLine() async throws {
        let card =
            "BEGIN:VCARD\nVERSION:3.0\nUID:1\nFN:\(Self.halves.0)\n \(Self.halves.1)\nBDAY:1990-12-03\nEND:VCARD\n"
        try await DAVStandIn.with(passwords: [Self.key], cards: [card]) { standIn in
            let pool = Pool()
            let account = DAVAccount(client: HTTPClient(), baseURL: standIn.baseURL, userName: "alice") { pool.lease }
            let trial = try await WebToolTrial(FindContacts(account: account, pick: { _ in 0 }), ["month": 12])
            #expect(trial.unfenced.contains("••••") && !trial.text.contains(Self.key), "\(trial.text)")
            #expect(!"\(trial.artifacts)".contains(Self.key) && pool.echoes > 0)
        }
    }

    // MARK: Tools of other servers

    private static let script = #"""
        printf 'the key is %s\342\200\213%s\n' "${KEY%23456789}" "${KEY#sk-CANARY01}" >&2
        while read -r line; do
          id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
          case $line in
            *'"initialize"'*) r='{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}' ;;
            *'"tools/list"'*) r='{"tools":[{"name":"env","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}' ;;
            *'"tools/call"'*) r="{\"content\":[{\"type\":\"text\",\"text\":\"WORDS\"}]}" ;;
            *) [ -n "$id" ] && printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\n' "$id"; continue ;;
          esac
          printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$r"
        done
        """#

    /// Calls the one tool of a declared server, and returns its answer and the notices before it.
    private static func call(_ declaration: String, _ pool: Pool) async throws -> (text: String, notices: [String]) {
        let (notices, source) = AsyncStream.makeStream(of: MCPServerNotice.self)
        let catalog = ToolCatalog(ToolRegistry([]))
        let servers = try DeclaredServers(
            [try MCPServerDeclaration(declaration, name: "shop", file: "shop.yaml")],
            in: .init(
                client: HTTPClient(),
                catalog: catalog,
                store: try SQLiteStore(path: nil),
                lease: { _ in pool.lease },
                environment: ProcessInfo.processInfo.environment,
                note: { source.yield($1) }
            )
        )
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await servers.run() }
            defer { group.cancelAll() }
            var lines: [String] = []
            var isReady = false
            // A command has written its line before it answers, but not always is it read first.
            let expected = declaration.contains("command") ? 1 : 0
            for await notice in notices {
                if case .output(let line) = notice { lines.append(line) }
                if case .ready = notice { isReady = true }
                if isReady, lines.count >= expected { break }
            }
            let name = try #require(catalog.current.names.first { $0.hasPrefix("shop_") })
            let outcome = try await catalog.current.call(name, arguments: [:], metadata: [:])
            return (outcome.output.segments.text, lines)
        }
    }

    @Test(arguments: ["$KEY", #"{\\\"k\\\":\\\"\\\\u0073${KEY#s}\\\"}"#, "${KEY%23456789}\\u200b${KEY#sk-CANARY01}"])
    func aCommand(_ words: String) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "torii-echo-\(UUID()).sh").path
        let script = Self.script.replacing("WORDS", with: words)
        #expect(FileManager.default.createFile(atPath: path, contents: Data(script.utf8)))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let pool = Pool()
        let declaration = "mcp: {command: [sh, '\(path)'], environment: {KEY: '{key}'}, inherit: [PATH]}"
        let (text, notices) = try await Self.call(declaration, pool)
        #expect(text.contains("••••") && !text.contains(Self.key) && !text.contains("\\u0073"), "\(text)")
        #expect(notices == ["the key is ••••"], "\(notices)")
        #expect(pool.echoes > 1)
    }

    @Test(
        arguments: [MCPStandIn.Era.stateless, .stateful],
        [key, #"{"k": "\#(escaped)"}"#, "\(halves.0)\u{200B}\(halves.1)"]
    )
    func aServer(_ era: MCPStandIn.Era, _ words: String) async throws {
        let tool = MCPStandIn.tool("find")
        try await MCPStandIn(era, key: Self.key, tools: [tool], call: { _, _ in MCPStandIn.text(words) }).running {
            standIn in
            let pool = Pool()
            let declaration = "mcp: {url: '\(standIn.url)', headers: {Authorization: 'Bearer {key}'}}"
            let (text, _) = try await Self.call(declaration, pool)
            #expect(text.contains("••••") && !text.contains(Self.key) && !text.contains("\\u00"), "\(text)")
            #expect(pool.echoes > 0)
        }
    }
}
