import AgentWire
import StreamingJSON
import Testing

/// The stored form of a request, from which a waiting run is resumed after a restart.
@Suite struct TurnRequestStoredTests {
    private static func request(
        _ dialect: TurnRequest.Dialect = .responses,
        _ conversation: ConversationChoice = .new,
        _ change: (inout TurnRequest) -> Void = { _ in }
    ) -> TurnRequest {
        var request = TurnRequest(dialect: dialect, input: [.text("Hi")], conversation: conversation)
        change(&request)
        return request
    }

    private static let echo: JSONObject = ["tools": [["type": "mcp"]], "seals": true, "n": nil]
    private static let items: [InputItem] = [
        .reasoning(InputReasoning(text: "a\u{2028}", seal: "c2VhbA==")),
        .reasoning(InputReasoning(text: "", seal: "c2VjcmV0", isRedacted: true)),
        .reasoning(InputReasoning(text: "b", seal: nil)), .toolCall(id: "c", name: "f", arguments: "{"),
        .toolOutput(call: "c", [.text("o"), .image(url: "https://a.example/b.png", detail: nil)]),
    ]

    /// A request, and a member of its stored form.
    @Test(
        arguments: [
            (request(), nil, nil), (request(.messages), "dialect", "messages"),
            (request(.responses, .none), "conversation", "none"),
            (request(.responses, .existing("conv_1")), "conversation", ["id": "conv_1"]),
            (request(.responses, .snapshot("conv_1", entryCount: 0)), "conversation", ["id": "conv_1", "entries": 0]),
            (request(.responses, .snapshot("conv_1", entryCount: 7)), "conversation", ["id": "conv_1", "entries": 7]),
            (request { $0.isStored = false }, "store", false),
            (request { $0.maximumToolCalls = 0 }, "maximum_tool_calls", 0),
            (request { $0.metadata = ["b": "2", "a": ""] }, "metadata", ["a": "", "b": "2"]),
            (request { $0.echo = echo }, "echo", .object(echo)), (request { $0.input = items }, nil, nil),
            // More than one request may name in one place: a list that was read as missing would be that of all tools.
            (request { $0.tools = Array(repeating: "searchWeb", count: 257) }, nil, nil),
        ] as [(TurnRequest, String?, JSONValue?)]
    )
    func aRequestIsReadAgain(request: TurnRequest, member: String?, value: JSONValue?) throws {
        let stored = request.stored
        if let member { #expect(stored[member] == value) }
        // The text is parsed, as the store's is.
        #expect(TurnRequest(stored: try JSONValue(parsing: stored.serialized())) == request)
        #expect(try JSONValue(parsing: RunRequest.turn(request).text) == stored)
    }

    /// One value that this version does not know takes no other along.
    @Test func whatCanBeReadIsKept() throws {
        var stored = try #require(Self.request { $0.sampling.temperature = 0.2 }.stored.objectValue)
        stored["sampling"] = ["temperature": 0.2, "seed": "x"]
        stored["tools"] = ["searchWeb", 7]
        let request = try #require(TurnRequest(stored: .object(stored)))
        #expect(request.sampling.temperature == 0.2 && request.sampling.seed == nil && request.tools == ["searchWeb"])
    }

    /// Equal requests have equal texts, by which a repeated request is recognized.
    @Test func theOrderOfNotesDoesNotMatter() {
        let names = (0..<16).map { "name\($0)" }
        let pairs = names.map { ($0, "v") }
        let first = Self.request { $0.metadata = Dictionary(uniqueKeysWithValues: pairs) }
        let second = Self.request { $0.metadata = Dictionary(uniqueKeysWithValues: pairs.reversed()) }
        #expect(RunRequest.turn(first).text == RunRequest.turn(second).text)
    }

    @Test(arguments: [
        "{}", #"{"dialect":"smoke","input":[]}"#, #"{"dialect":"responses"}"#,
        #"{"dialect":"responses","input":[{"thought":5}]}"#,
        #"{"dialect":"responses","input":[{"role":"user","content":[{}]}]}"#,
    ])
    func anotherTextIsRefused(text: String) throws {
        #expect(TurnRequest(stored: try JSONValue(parsing: text)) == nil)
    }
}
