import Foundation
import LanguageModels
import Phrasebook
import StandIns
import StreamingJSON
import Synchronization
import Testing
import ToolDeclarations
import Transport

@testable import AgentTools
@testable import DeclaredTools

@Suite(.timeLimit(.minutes(1)))
struct DeclaredToolFilesTests {
    private static func text(_ orders: OrdersStandIn, path: String, name: String = "readOrder") -> String {
        """
        torii: 1
        upstream: orders
        base: \(orders.baseURL)
        auth: [{header: {X-Api-Key: "k{key}"}}, {}]
        tools:
          - name: \(name)
            description: Reads an order.
            effect: reads
            arguments: {id: {type: string}}
            required: [id]
            request: {get: "\(path)", headers: {X-Api-Key: k}}
            answer: {fields: {id: $.id}, text: "{{#items}}order {{id}}{{/items}}"}
            phrases:
              examples: {en: show order 7, ja: 7の注文を見せて}
              en: ["show order {id:integer}"]
              ja: ["{id=7|8|七}の注文を(見せて|表示して)"]
              values: {七: "7"}

        """
    }

    @Test func takesUpAFileThatChanges() async throws {
        try await OrdersStandIn.with { orders in
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let path = folder.appendingPathComponent("orders.yaml").path
            func write(_ text: String) throws {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            }
            try write(Self.text(orders, path: "/orders/{id}"))
            try Data("mcp: {url: https://mcp.example}\n".utf8).write(to: folder.appendingPathComponent("other.yaml"))
            let catalog = ToolCatalog(ToolRegistry([]))
            let notices = Notices()
            let files = try DeclaredToolFiles(
                try ToolFolder.files(in: folder.path),
                folder: folder.path,
                catalog: catalog,
                in: DeclaredToolSurroundings(
                    client: HTTPClient(),
                    phrases: PhrasebookReader(),
                    hosts: try AllowedHosts(parsing: "127.0.0.1")
                ),
                note: { notices.add($0) }
            )
            let tool = try #require(catalog.current.tool(named: "readOrder"))
            #expect(try await WebToolTrial(tool, ["id": "5"]).unfenced == "order 5")

            try write(Self.text(orders, path: "/orders/9{id}"))
            files.refresh()
            let changed = try #require(catalog.current.tool(named: "readOrder"))
            #expect(try await WebToolTrial(changed, ["id": "5"]).unfenced == "order 95")
            // A call that began with the old file ends with it.
            #expect(try await WebToolTrial(tool, ["id": "5"]).unfenced == "order 5")

            try write("torii: 1\nupstream: [\n")
            files.refresh()
            #expect(catalog.current.tool(named: "readOrder") != nil)
            #expect(files.status.first?.fault != nil && files.status.first?.tools.count == 1)
            // Unlike a fault of the text, a host that is not permitted shows when the tools are made.
            try write(Self.text(orders, path: "/").replacingOccurrences(of: orders.baseURL, with: "http://10.0.0.1"))
            files.refresh()
            #expect(files.status.first?.fault?.message.contains("TORII_TOOLS_HOSTS") == true)
            #expect(catalog.current.tool(named: "readOrder") != nil)

            try FileManager.default.removeItem(atPath: path)
            files.refresh()
            #expect(catalog.current.tool(named: "readOrder") == nil && files.status.isEmpty)
            #expect(notices.all.count == 5)
        }
    }

    @Test(arguments: [("show order 12", "en", "order 12"), ("七の注文を見せて", "ja", "order 7")])
    func worksWithoutALargeModel(_ message: String, _ locale: String, _ answer: String) async throws {
        try await OrdersStandIn.with { orders in
            let file = try ToolDeclarationFile(Self.text(orders, path: "/orders/{id}"), file: "f")
                .withTextID()
            let tools = try DeclaredTools.tools(
                of: file,
                in: DeclaredToolSurroundings(
                    client: HTTPClient(),
                    phrases: PhrasebookReader(),
                    hosts: try AllowedHosts(parsing: "127.0.0.1")
                )
            )
            let model = PhrasebookLanguageModel(compilingLater: [])
            model.replacePhrases(tools.map(\.phrases))
            let session = LanguageModelSession(model: model, tools: tools)
            let response = try await session.respond(to: message)
            #expect(response.content.contains(answer), "\(response.content)")
        }
    }

    /// A long check occupies no thread of the pool of tasks, in which code has a current task.
    @Test func filesAreCheckedOutsideThePoolOfTasks() async {
        #expect(withUnsafeCurrentTask { $0 != nil })
        let isInTask = await ToolFileWork.run { withUnsafeCurrentTask { $0 != nil } }
        #expect(!isInTask)
    }

    @Test func allFaultsOfPhrasesAreSaidAtOnce() throws {
        func text(_ phrases: String) -> String {
            """
            torii: 1
            upstream: x
            base: https://h.example
            tools:
              - name: a
                description: b
                arguments: {id: {type: integer}}
                request: {get: /}
                phrases:
            \(phrases)

            """
        }
        func faults(_ phrases: String) throws -> [String] {
            let file = try ToolDeclarationFile(text(phrases), file: "f")
            let error = try #require(throws: DeclarationError.self) {
                _ = try DeclaredTools.tools(
                    of: file,
                    in: DeclaredToolSurroundings(client: HTTPClient(), phrases: PhrasebookReader())
                )
            }
            return error.all.map { "\($0.line) \($0.message)" }
        }
        let patterns = """
                  examples: {en: show order 1, ja: 注文1を見せて}
                  en:
                    - show (order
                    - "show order {number:integer}"
                    - "show {id:unknown}"
                  ja: ["注文{id:integer}を見せて"]
                  asks:
                    en: [{pattern: "order (", question: Which?, answer: "{nr:integer}"}]
            """
        let found = try faults(patterns)
        #expect(found.map { $0.prefix { $0 != " " } } == ["12", "13", "14", "17", "17"], "\(found)")
        // Examples are tried when all patterns are sound.
        let examples = """
                  examples: {en: delete order 1, ja: 注文1を消して}
                  en: ["show order {id:integer}"]
                  ja: ["注文{id:integer}を見せて"]
            """
        let unmatched = try faults(examples)
        #expect(unmatched.count == 2 && unmatched.allSatisfy { $0.contains("no pattern understands") }, "\(unmatched)")
    }

    @Test func refusesPatternsThatDoNotFit() throws {
        for (pattern, message) in [
            ("show order {number:integer}", "no argument"), ("show (order", "missing"),
            ("show {id:unknown}", "no slot type"), ("list orders of {id:integer}", "understands the example"),
        ] {
            let text = """
                torii: 1
                upstream: x
                base: https://h.example
                tools:
                  - name: a
                    description: b
                    arguments: {id: {type: integer}}
                    request: {get: /}
                    phrases: {examples: {en: show order 1}, en: ["\(pattern)"]}

                """
            let file = try ToolDeclarationFile(text, file: "f")
            let error = try #require(throws: DeclarationError.self) {
                _ = try DeclaredTools.tools(
                    of: file,
                    in: DeclaredToolSurroundings(client: HTTPClient(), phrases: PhrasebookReader())
                )
            }
            #expect(error.message.contains(message), "\(error)")
            // The place is that of the pattern or of the example.
            #expect(error.line == 9 && error.column == (message == "understands the example" ? 30 : 50), "\(error)")
        }
    }
}

extension ToolDeclarationFile {
    /// The file with an argument that accepts numbers and texts, as a person may say both.
    fileprivate func withTextID() -> ToolDeclarationFile {
        var file = self
        file.tools[0].parameters["properties"] = ["id": ["type": ["string", "integer"]]]
        return file
    }
}

private final class Notices: Sendable {
    private let notices = Mutex<[DeclaredToolFiles.Notice]>([])

    var all: [DeclaredToolFiles.Notice] { notices.withLock { $0 } }

    func add(_ notice: DeclaredToolFiles.Notice) { notices.withLock { $0.append(notice) } }
}
