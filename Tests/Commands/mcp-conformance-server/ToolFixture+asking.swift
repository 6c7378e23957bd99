import ModelContextProtocol
import StreamingJSON

extension ToolFixture {
    /// Tools that need an answer of the client, for both kinds of revisions.
    static let asking: [ToolFixture] = [
        ToolFixture(
            "test_sampling",
            "Asks the client's model.",
            ["type": "object", "properties": ["prompt": ["type": "string"]], "required": ["prompt"]]
        ) { arguments, exchange in
            guard exchange.canAsk(for: .sampling) else { return .failure("The client does not support sampling.") }
            guard let text = exchange.sampled("answer") else {
                return .ask(.sampling("answer", arguments["prompt"]?.stringValue ?? ""))
            }
            return .text("LLM response: \(text)")
        },
        ToolFixture(
            "test_elicitation",
            "Asks the person for a name and an address.",
            ["type": "object", "properties": ["message": ["type": "string"]], "required": ["message"]]
        ) { arguments, exchange in
            answered("User response: ", exchange) {
                .form(
                    "person",
                    arguments["message"]?.stringValue ?? "",
                    [
                        "username": ["type": "string", "description": "User's response"],
                        "email": ["type": "string", "description": "User's email address"],
                    ]
                )
            }
        },
        ToolFixture("test_elicitation_sep1034_defaults", "Asks the person with defaults.") { _, exchange in
            answered("Elicitation completed: ", exchange) {
                .form(
                    "person",
                    "Check the values",
                    [
                        "name": ["type": "string", "default": "John Doe"],
                        "age": ["type": "integer", "default": 30],
                        "score": ["type": "number", "default": 95.5],
                        "status": ["type": "string", "enum": ["active", "inactive", "pending"], "default": "active"],
                        "verified": ["type": "boolean", "default": true],
                    ]
                )
            }
        },
        ToolFixture("test_elicitation_sep1330_enums", "Asks the person to choose.") { _, exchange in
            answered("Elicitation completed: ", exchange) { .form("person", "Choose", choices) }
        },
        ToolFixture("test_streaming_elicitation", "Reports, then asks the person.") { _, exchange in
            exchange.log(.info, "The tool was called")
            return answered("Elicitation completed: ", exchange) {
                .form("person", "What is your name?", ["name": ["type": "string"]])
            }
        },
        ToolFixture("test_missing_capability", "Needs a client with sampling.") { _, exchange in
            guard exchange.canAsk(for: .sampling) else { throw RPCError.missing(capabilities: ["sampling": [:]]) }
            return .text("The client supports sampling.")
        },
    ]

    /// Returns the person's answer as a text, or asks first.
    private static func answered(
        _ start: String,
        _ exchange: MCPExchange,
        _ question: () -> MCPInputRequest.Question
    ) -> MCPReply {
        guard exchange.canAsk(for: .elicitation) else { return .failure("The client does not support elicitation.") }
        guard let answer = exchange.inputs["person"], let action = answer["action"]?.stringValue else {
            return .ask(question())
        }
        return .text("\(start)action=\(action), content=\((answer["content"] ?? [:]).serialized())")
    }

    /// The five kinds of choices.
    private static let choices: JSONObject = [
        "untitledSingle": ["type": "string", "enum": ["option1", "option2", "option3"]],
        "titledSingle": [
            "type": "string",
            "oneOf": [
                ["const": "value1", "title": "First Option"], ["const": "value2", "title": "Second Option"],
                ["const": "value3", "title": "Third Option"],
            ],
        ],
        "legacyEnum": [
            "type": "string", "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        ],
        "untitledMulti": [
            "type": "array", "items": ["type": "string", "enum": ["option1", "option2", "option3"]],
        ],
        "titledMulti": [
            "type": "array",
            "items": [
                "anyOf": [
                    ["const": "value1", "title": "First Choice"], ["const": "value2", "title": "Second Choice"],
                    ["const": "value3", "title": "Third Choice"],
                ]
            ],
        ],
    ]
}
