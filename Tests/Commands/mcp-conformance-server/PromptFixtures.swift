import ModelContextProtocol
import StreamingJSON

/// The prompts that the conformance suite gets.
enum PromptFixtures {
    static let list: [JSONObject] = [
        definition("test_simple_prompt", "A prompt without arguments"),
        definition("test_prompt_with_arguments", "A prompt with two arguments", "arg1", "arg2"),
        definition("test_prompt_with_embedded_resource", "A prompt with a resource", "resourceUri"),
        definition("test_prompt_with_image", "A prompt with an image"),
        definition("test_input_required_result_prompt", "A prompt that asks the person first"),
    ]

    /// Returns the reply for a prompt; `nil` if there is none.
    static func reply(_ name: String, _ arguments: [String: String], _ exchange: MCPExchange) -> MCPReply? {
        switch name {
        case "test_simple_prompt": return messages(.text("This is a simple prompt for testing."))
        case "test_prompt_with_arguments":
            let (first, second) = (arguments["arg1"] ?? "", arguments["arg2"] ?? "")
            return messages(.text("Prompt with arguments: arg1='\(first)', arg2='\(second)'"))
        case "test_prompt_with_embedded_resource":
            return messages(
                [
                    "type": "resource",
                    "resource": [
                        "uri": .string(arguments["resourceUri"] ?? ""), "mimeType": "text/plain",
                        "text": "Embedded resource content for testing.",
                    ],
                ],
                .text("Please process the embedded resource above.")
            )
        case "test_prompt_with_image": return messages(.image, .text("Please analyze the image above."))
        case "test_input_required_result_prompt":
            guard let context = exchange.accepted("user_context", "context")?.stringValue else {
                let question = "What context should the prompt use?"
                return .ask(.form("user_context", question, ["context": ["type": "string"]]))
            }
            return messages(.text("The context is \(context)."))
        default: return nil
        }
    }

    private static func definition(_ name: String, _ description: String, _ arguments: String...) -> JSONObject {
        var object: JSONObject = ["name": .string(name), "description": .string(description)]
        if !arguments.isEmpty {
            object["arguments"] = .array(
                arguments.map { ["name": .string($0), "description": "A text", "required": true] }
            )
        }
        return object
    }

    private static func messages(_ contents: JSONValue...) -> MCPReply {
        .result(["messages": .array(contents.map { ["role": "user", "content": $0] })])
    }
}
