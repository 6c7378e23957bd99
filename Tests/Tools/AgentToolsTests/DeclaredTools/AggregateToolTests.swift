import JSONQuery
import LanguageModels
import Phrasebook
import StandIns
import StreamingJSON
import Testing
import ToolDeclarations
import Transport

@testable import AgentTools
@testable import DeclaredTools

@Suite(.timeLimit(.minutes(1)))
struct AggregateToolTests {
    /// Runs an aggregate of two lists, of which the second may fail.
    private func trial(_ more: String, second: String = "/orders", locale: String = "en") async throws -> WebToolTrial {
        try await OrdersStandIn.with(count: 3) { orders async throws in
            let text = """
                torii: 1
                upstream: orders
                base: \(orders.baseURL)
                retry: 1
                tools:
                  - {name: one, description: a, effect: reads, arguments: {n: {type: integer}}, request: {get: /orders, query: {per_page: "{n}"}, headers: {X-Api-Key: k}}, answer: {select: $.orders, fields: {id: $.id, status: $.status}}}
                  - {name: two, description: a, effect: reads, arguments: {n: {type: integer}}, request: {get: \(second), query: {per_page: 2, offset: 1}, headers: {X-Api-Key: k}}, answer: {select: $.orders, fields: {id: $.id, total: $.total}}}
                aggregates:
                  - name: both
                    description: b
                    arguments: {n: {type: integer, default: 2}}
                    ask: [{tool: one, with: {n: "{n}"}}, {tool: two}]
                    answer: {text: "{{#items}}{{id}}:{{status}}:{{total}} {{/items}}", artifact: orders.both}
                    \(more)

                """
            let file = try ToolDeclarationFile(text, file: "f")
            let hosts = try AllowedHosts(parsing: "127.0.0.1")
            let tools = try DeclaredTools.tools(
                of: file,
                in: DeclaredToolSurroundings(client: HTTPClient(), phrases: PhrasebookReader(), hosts: hosts)
            )
            let tool = try AggregateTool(file.aggregates[0], file: "f", phrases: PhrasebookReader()) { name in
                tools.first { $0.name == name }
            }
            return try await WebToolTrial(tool, [:], locale: locale)
        }
    }

    @Test(
        arguments: [
            ("merge: {by: concat}", "o1:open: o2:open: o2::10 o3::unknown "),
            ("merge: {by: concat, max: 3}", "o1:open: o2:open: o2::10 "),
            // Both found o2, so it is first.
            ("merge: {by: rank, key: $.id}", "o2:open: o1:open: o3::unknown "),
            ("merge: {by: key, key: $.id}", "o1:open: o2:open:10 o3::unknown "),
        ]
    )
    func mergesLists(_ merge: String, _ expected: String) async throws {
        let trial = try await trial(merge)
        #expect(!trial.isError)
        #expect(trial.unfenced == expected)
        #expect(trial.artifacts.first?.type == "orders.both")
    }

    @Test func saysWhatIsMissing() async throws {
        let partial = try await trial("need: any", second: "/html")
        #expect(!partial.isError && partial.text.contains("o1:open:"))
        #expect(partial.text.contains("two did not answer, so its results are missing."))
        #expect(try await trial("need: any", second: "/html", locale: "ja").text.contains("two から答えが得られなかった"))
        #expect(try await trial("need: all", second: "/html").isError)
        let first = try await trial("need: first", second: "/html")
        #expect(!first.isError && !first.text.contains("did not answer"))
    }

    /// An aggregate shows what its members show, those of another aggregate among them.
    @Test(arguments: [
        ("public", "public", ToolData.public), ("caller", "public", .caller), ("public", "operator", .operator),
        ("caller", "operator", .operator),
    ])
    func showsTheDataOfItsMembers(_ first: String, _ second: String, _ data: ToolData) throws {
        let text = """
            torii: 1
            upstream: orders
            base: http://127.0.0.1:1
            tools:
              - {name: one, description: a, effect: reads, data: \(first), request: {get: /}}
              - {name: two, description: a, effect: reads, data: \(second), request: {get: /}}
            aggregates:
              - {name: both, description: b, ask: [{tool: one}, {tool: two}]}
              - {name: outer, description: b, ask: [{tool: both}]}
              - {name: broken, description: b, ask: [{tool: gone}]}

            """
        let file = try ToolDeclarationFile(text, file: "f")
        let hosts = try AllowedHosts(parsing: "127.0.0.1")
        let tools: [any AgentTool] = try DeclaredTools.tools(
            of: file,
            in: DeclaredToolSurroundings(client: HTTPClient(), phrases: PhrasebookReader(), hosts: hosts)
        )
        func aggregate(_ number: Int, among others: [any AgentTool]) throws -> AggregateTool {
            try AggregateTool(file.aggregates[number], file: "f", phrases: PhrasebookReader()) { name in
                others.first { $0.name == name }
            }
        }
        let both = try aggregate(0, among: tools)
        let outer = try aggregate(1, among: tools + [both])
        #expect(both.data == data && outer.data == data)
        #expect(both.askedTools.map(\.name).sorted() == ["one", "two"])
        #expect(outer.askedTools.map(\.name).sorted() == ["both", "one", "two"])
        // The data of a tool that is gone is unknown.
        #expect(try aggregate(2, among: tools).data == .operator)
    }
}
