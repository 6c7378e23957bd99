import AgentTools
import LanguageModels
import ModelContextProtocol
import StreamingJSON

/// A question for a person's approval, as the client keeps it until the answer: it belongs to one question about one tool.
struct MCPApproval {
    /// The name of the question.
    static let name = "approval"

    /// The idempotency key of the call, so that one approval allows one call.
    let key: String
    /// The digest of the question and of the tool's definition.
    private let digest: String

    /// Makes an approval with a new key.
    init(question: String, _ tool: any AgentTool, _ seal: any StateSeal) {
        var generator = SystemRandomNumberGenerator()
        key = "mcp-\(String(generator.next() as UInt64, radix: 36))\(String(generator.next() as UInt64, radix: 36))"
        digest = Self.digest(of: question, tool, seal)
    }

    /// Reads the state of a request.
    init?(_ state: JSONValue) {
        guard let key = state["key"]?.stringValue, let digest = state["digest"]?.stringValue else { return nil }
        (self.key, self.digest) = (key, digest)
    }

    /// Whether the person was asked this question about this tool, so that the call has the effect that the person has read.
    ///
    /// A call that would fail now (`nil`) fits, because it changes nothing.
    func fits(_ question: String?, _ tool: any AgentTool, _ seal: any StateSeal) -> Bool {
        question.map { Self.digest(of: $0, tool, seal) == digest } ?? true
    }

    private static func digest(of question: String, _ tool: any AgentTool, _ seal: any StateSeal) -> String {
        let definition: JSONValue = [
            .string(question), .string(tool.name), .string(tool.description), tool.argumentSchema,
        ]
        let digits = Array("0123456789abcdef")
        return String(
            seal.code(for: Array(definition.serialized().utf8)).flatMap {
                [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
            }
        )
    }

    /// Returns the request for the person's answer.
    func request(_ question: String, _ tool: String) -> MCPInputRequest {
        let approve: JSONValue = [
            "type": "boolean", "title": "Approve", "description": .string("Whether to run \(tool)."), "default": false,
        ]
        let form: JSONObject = [
            "mode": "form", "message": .string(question),
            "requestedSchema": ["type": "object", "properties": ["approve": approve], "required": ["approve"]],
        ]
        return MCPInputRequest(
            [.init(Self.name, .elicitation, form)],
            state: ["key": .string(key), "digest": .string(digest)]
        )
    }
}
