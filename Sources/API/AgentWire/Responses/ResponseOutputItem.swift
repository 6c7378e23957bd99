import StreamingJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An output item of a response while its run produces it.
///
/// Texts are kept as JSON text without quotation marks, exactly as a log has them, so that they are copied and never parsed.
struct ResponseOutputItem: Sendable {
    /// The kinds of items.
    enum Kind: Sendable {
        /// A message, which may be the JSON text of a value.
        case message
        case reasoning
        /// A call of the client's tool.
        case clientCall(name: String, call: String)
        /// A call of the server's tool.
        case serverCall(RunItem.ToolCall)
        /// A call that waits for a person's decision, as an item of MCP or of this server.
        case approval(RequiredAction, isMCP: Bool)
    }

    /// The item's number within the run.
    let number: Int
    /// The item's id.
    let id: String
    let kind: Kind
    /// The text of a message, a reasoning's summary, or the arguments of a client's call.
    var text: [UInt8] = []
    /// The text with which the model declines.
    var refusal: [UInt8] = []
    /// Whether the message has a part with text, and one with a refusal.
    var hasText = false
    var hasRefusal = false
    /// The provider's seal of reasoning.
    var seal: (text: String, isRedacted: Bool)?
    /// The output of a call of the server's tool.
    var output: WireToolCall?
    /// The bytes of a frame with a delta, up to its sequence number.
    var deltaHead: [UInt8] = []
    /// The item as JSON, once it is complete; the texts are then empty.
    var json: [UInt8]?

    /// The indexes of the part with text and of the part with the refusal, in the order in which they started.
    var textIndex = 0
    var refusalIndex = 0

    init(number: Int, id: String, kind: Kind) { (self.number, self.id, self.kind) = (number, id, kind) }

    /// Appends the item as JSON.
    ///
    /// - Parameter showsSeals: Whether reasoning has its seal.
    func write(_ status: ResponseStatus, showsSummary: Bool, showsSeals: Bool, into bytes: inout [UInt8]) {
        if let json { return bytes.append(contentsOf: json) }
        bytes.append("{\"id\":")
        JSONValue.string(id).write(into: &bytes)
        switch kind {
        case .message:
            bytes.append(",\"type\":\"message\",\"status\":\"")
            bytes.append(contentsOf: status.rawValue.utf8)
            bytes.append("\",\"role\":\"assistant\",\"content\":[")
            let startsWithRefusal = hasRefusal && refusalIndex < textIndex
            if startsWithRefusal { writeRefusal(into: &bytes) }
            if startsWithRefusal { bytes.append(",") }
            if hasText { writeText(into: &bytes) }
            if hasText, hasRefusal, !startsWithRefusal { bytes.append(",") }
            if hasRefusal, !startsWithRefusal { writeRefusal(into: &bytes) }
            bytes.append("]}")
        case .reasoning:
            bytes.append(",\"type\":\"reasoning\",\"summary\":[")
            if showsSummary, !text.isEmpty { writeSummary(into: &bytes) }
            bytes.append("]")
            if showsSeals, let sealedContent {
                bytes.append(",\"encrypted_content\":")
                JSONValue.string(sealedContent).write(into: &bytes)
            }
            bytes.append("}")
        case .clientCall(let name, let call):
            let members: JSONValue = ["call_id": .string(call), "name": .string(name)]
            bytes.append(",\"type\":\"function_call\",\"status\":\"")
            bytes.append(contentsOf: status.rawValue.utf8)
            bytes.append("\",")
            members.write(into: &bytes, withoutBraces: ())
            bytes.append(",\"arguments\":\"")
            bytes.append(contentsOf: text)
            bytes.append("\"}")
        case .serverCall(let call):
            bytes.append(",")
            serverCall(call, status).write(into: &bytes, withoutBraces: ())
            bytes.append("}")
        case .approval(let action, let isMCP):
            bytes.append(",")
            Self.approval(action, isMCP: isMCP).write(into: &bytes, withoutBraces: ())
            bytes.append("}")
        }
    }

    /// Appends the part with text.
    func writeText(into bytes: inout [UInt8]) {
        bytes.append("{\"type\":\"output_text\",\"text\":\"")
        bytes.append(contentsOf: text)
        bytes.append("\",\"annotations\":[],\"logprobs\":[]}")
    }

    /// Appends the part with a refusal.
    func writeRefusal(into bytes: inout [UInt8]) {
        bytes.append("{\"type\":\"refusal\",\"refusal\":\"")
        bytes.append(contentsOf: refusal)
        bytes.append("\"}")
    }

    /// Appends the part of a reasoning's summary.
    func writeSummary(into bytes: inout [UInt8]) {
        bytes.append("{\"type\":\"summary_text\",\"text\":\"")
        bytes.append(contentsOf: text)
        bytes.append("\"}")
    }

    /// The content of this server's own items.
    ///
    /// OpenAI's client libraries read an item of an unknown type as a message, and programs that use them read its content.
    private static let noContent: JSONValue = []

    private static func approval(_ action: RequiredAction, isMCP: Bool) -> JSONValue {
        let arguments: JSONValue = .string(RunItem.ToolCall.text(action.arguments))
        if isMCP {
            return [
                "type": "mcp_approval_request", "server_label": .string(ResponseToolFields.serverLabel),
                "name": .string(action.name), "arguments": arguments,
            ]
        }
        return [
            "type": "torii:approval_request", "status": "completed", "name": .string(action.name),
            "arguments": arguments, "text": .string(action.text), "deadline": .time(action.deadline),
            "content": noContent,
        ]
    }

    private func serverCall(_ call: RunItem.ToolCall, _ status: ResponseStatus) -> JSONValue {
        let status: ResponseStatus = output != nil ? .completed : status == .inProgress ? .inProgress : .incomplete
        var object: JSONObject = [
            "type": "torii:tool_call", "status": .string(status.rawValue),
            "call_id": .string(call.id), "name": .string(call.name),
            "arguments": .string(RunItem.ToolCall.text(call.arguments ?? .null)), "output": .null, "error": .null,
            "content": Self.noContent,
        ]
        if let output {
            object[output.status == .failed ? "error" : "output"] = .string(output.summary)
            object["artifacts"] = .array(output.artifacts.map(\.jsonValue))
            object["duration_ms"] = .integer(output.durationMilliseconds)
        }
        return .object(object)
    }

    private var sealedContent: String? {
        guard let seal, let text = (try? JSONValue(parsing: [0x22] + text + [0x22]))?.stringValue else { return nil }
        return SealedContent(InputReasoning(text: text, seal: seal.text, isRedacted: seal.isRedacted)).description
    }
}

extension JSONValue {
    /// Appends the members of an object, without its braces.
    fileprivate func write(into bytes: inout [UInt8], withoutBraces: Void) {
        var object: [UInt8] = []
        write(into: &object)
        bytes.append(contentsOf: object.dropFirst().dropLast())
    }
}
