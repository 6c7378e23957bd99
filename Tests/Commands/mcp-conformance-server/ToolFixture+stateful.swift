import ModelContextProtocol
import StreamingJSON

extension ToolFixture {
    private static let prefix = "test_input_required_result_"

    /// Tools for requests that are sent again with answers.
    static let stateful: [ToolFixture] = [
        ToolFixture(prefix + "elicitation", "Asks for a name.") { _, exchange in
            guard let name = exchange.accepted("user_name", "name")?.stringValue else { return .ask(.name()) }
            return .text("Hello, \(name)!")
        },
        ToolFixture(prefix + "sampling", "Asks the client's model.") { _, exchange in
            guard let text = exchange.sampled("capital_question") else {
                return .ask(.sampling("capital_question", "What is the capital of France?"))
            }
            return .text(text)
        },
        ToolFixture(prefix + "list_roots", "Asks for folders.") { _, exchange in
            guard let roots = exchange.inputs["client_roots"]?["roots"]?.arrayValue else {
                return .ask(.roots("client_roots"))
            }
            let names = roots.compactMap { $0["uri"]?.stringValue }
            return .text("The roots are \(names.joined(separator: ", ")).")
        },
        ToolFixture(prefix + "request_state", "Asks for a confirmation and keeps a state.") { _, exchange in
            guard exchange.accepted("confirm", "ok") == true, exchange.state?["step"] == "confirm" else {
                return .ask(.confirmation(), state: ["step": "confirm"])
            }
            return .text("state-ok")
        },
        ToolFixture(prefix + "tampered_state", "Asks for a confirmation and keeps a state.") { _, exchange in
            guard exchange.accepted("confirm", "ok") == true, exchange.state?["step"] == "tampered" else {
                return .ask(.confirmation(), state: ["step": "tampered"])
            }
            return .text("state-ok")
        },
        ToolFixture(prefix + "multiple_inputs", "Asks three questions.") { _, exchange in
            guard let name = exchange.accepted("user_name", "name")?.stringValue,
                let greeting = exchange.sampled("greeting"),
                let roots = exchange.inputs["client_roots"]?["roots"]?.arrayValue
            else {
                return .ask(
                    .name(),
                    .sampling("greeting", "Generate a greeting", maximumTokens: 50),
                    .roots("client_roots"),
                    state: ["step": "all"]
                )
            }
            return .text("\(greeting) \(name), with \(roots.count) roots")
        },
        ToolFixture(prefix + "multi_round", "Asks two questions in turn.") { _, exchange in
            if exchange.state?["step"] == 2, let color = exchange.accepted("step2", "color")?.stringValue {
                return .text("\(exchange.state?["name"]?.stringValue ?? "") likes \(color).")
            }
            if exchange.state?["step"] == 1, let name = exchange.accepted("step1", "name")?.stringValue {
                let question = "Step 2: What is your favorite color?"
                return .ask(
                    .form("step2", question, ["color": ["type": "string"]]),
                    state: ["step": 2, "name": .string(name)]
                )
            }
            return .ask(.form("step1", "Step 1: What is your name?", ["name": ["type": "string"]]), state: ["step": 1])
        },
        ToolFixture(prefix + "capabilities", "Asks what the client can answer.") { _, exchange in
            let all: [MCPInputRequest.Question] = [
                .name(), .sampling("capital_question", "What is the capital of France?"), .roots("client_roots"),
            ]
            let possible = all.filter { exchange.canAsk(for: $0.kind) }
            guard !possible.isEmpty, possible.contains(where: { exchange.inputs[$0.key] == nil }) else {
                return .text("The client has answered \(possible.count) questions.")
            }
            return .inputRequired(MCPInputRequest(possible))
        },
    ]
}

extension MCPInputRequest.Question {
    /// The question for a name.
    static func name() -> Self { .form("user_name", "What is your name?", ["name": ["type": "string"]]) }

    /// The question for a confirmation.
    fileprivate static func confirmation() -> Self {
        .form("confirm", "Please confirm", ["ok": ["type": "boolean"]])
    }
}
