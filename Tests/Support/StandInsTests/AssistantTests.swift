import StandIns
import StreamingJSON
import Testing

/// The replies of the stand-ins' model to people who try the service out.
@Suite struct AssistantTests {
    private static func request(_ text: String, tools: [String] = [], format: JSONValue? = nil) -> ChatRequest {
        var body: JSONObject = ["model": "m", "messages": [["role": "user", "content": .string(text)]]]
        body["tools"] = .array(tools.map { ["type": "function", "function": ["name": .string($0)]] })
        if let format { body["response_format"] = format }
        return ChatRequest(.object(body))
    }

    /// Returns the calls of a reply, or else its text.
    private static func said(_ reply: ScriptedReply) -> String {
        reply.steps.map { step in
            switch step {
            case .token(let text): text
            case .toolCalls(let calls, _): calls.map { "\($0.name) \($0.arguments)" }.joined(separator: "; ")
            default: "?"
            }
        }.joined()
    }

    private static let tools = [
        "getCurrentWeather", "createInventory", "searchWeb", "getInventoryList", "getInventory", "deleteInventory",
    ]

    @Test(arguments: [
        (#"Add "A4 paper" to the inventory, quantity 10"#, #"createInventory {"title":"A4 paper","quantity":10}"#),
        (#"Add "Stapler" to the inventory"#, #"createInventory {"title":"Stapler"}"#),
        ("Search the web for the history of tea", #"searchWeb {"query":"the history of tea"}"#),
        ("Show the inventory updated yesterday", "getInventoryList {}"),
        ("Show item 3", #"getInventory {"id":3}"#), ("Delete item 3", #"deleteInventory {"id":3}"#),
        (
            "Is it hotter in New Delhi or San Francisco?",
            #"getCurrentWeather {"city":"New Delhi"}; getCurrentWeather {"city":"San Francisco"}"#
        ),
        ("Hello", #"I am the stand-in model. You said: "Hello""#),
    ])
    func theExamplesAreAnswered(_ text: String, _ expected: String) async {
        #expect(Self.said(await OpenAIStandIn.assistant(Self.request(text, tools: Self.tools))) == expected)
    }

    @Test func aToolThatIsNotOfferedIsNotCalled() async {
        let reply = await OpenAIStandIn.assistant(Self.request("Show item 3", tools: ["searchWeb"]))
        #expect(Self.said(reply).hasPrefix("I am the stand-in model."))
    }

    @Test(arguments: [
        (
            #"{"type":"object","properties":{"name":{"type":"string"},"age":{"type":["integer","null"]}}}"#,
            #"{"name":"Ada Lovelace","age":36}"#
        ),
        (
            ##"{"type":"object","properties":{"city":{"$ref":"#/$defs/c"}},"$defs":{"c":{"enum":["London","Rome"]}}}"##,
            #"{"city":"London"}"#
        ),
        (
            #"{"type":"object","properties":{"all":{"type":"array","items":{"type":"string"}},"is":{"type":"boolean"}}}"#,
            #"{"all":["Ada Lovelace"],"is":false}"#
        ),
        (##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}"##, "null"),
    ])
    func aValueFitsItsSchema(_ schema: String, _ expected: String) async throws {
        let format: JSONValue = [
            "type": "json_schema", "json_schema": ["name": "x", "schema": try JSONValue(parsing: Array(schema.utf8))],
        ]
        let prompt = "Read a person, 99.\n\n<<<TEXT abc\nAda Lovelace, 36, of London\nTEXT abc>>>"
        #expect(Self.said(await OpenAIStandIn.assistant(Self.request(prompt, format: format))) == expected)
    }

    @Test(arguments: ["the history of tea", "お茶の歴史"])
    func theExampleOfASearchFindsAPage(_ query: String) {
        #expect(Article.library.matching(query).first?.url.hasSuffix("history-of-tea") == true)
    }
}
