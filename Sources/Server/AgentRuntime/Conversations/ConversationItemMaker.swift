import AgentWire
import Foundation
import LanguageModels
import Storage
import StreamingJSON

/// Makes the items of a conversation from the entries of its transcript.
struct ConversationItemMaker {
    /// The id of the conversation.
    let conversation: String
    /// Whether a tool is one of the server's.
    let isServerTool: (String) -> Bool

    /// Whether the entries after an entry with this kind may have outputs of its calls.
    static func precedesOutputs(_ kind: String) -> Bool { kind == callsKind || kind == outputKind }

    /// Whether an entry of this kind is the output of a call.
    static func isOutput(_ kind: String) -> Bool { kind == outputKind }

    private static let callsKind = "tool_calls"
    private static let outputKind = "tool_output"

    /// Returns the items of an entry: one for a message, reasoning or an output of the client, one for each call, and none for an output of
    /// the server's tools, which belongs to its call.
    ///
    /// - Parameter following: The entries after it, at least the outputs of its calls.
    func items(
        of record: TranscriptEntryRecord,
        followedBy following: ArraySlice<TranscriptEntryRecord>
    ) throws -> [ConversationItem] {
        func item(_ content: ConversationItem.Content, _ index: Int = 0) -> ConversationItem {
            ConversationItem(of: conversation, at: .init(position: record.position, index: index), content)
        }
        guard record.supersededAt == nil else { return [] }
        switch try Self.entry(record) {
        case .instructions: return []
        case .prompt(let prompt): return [item(.question(prompt.segments.withoutNotes.map(Self.part)))]
        case .response(let response):
            let text = response.segments.textNamingAttachments
            return text.isEmpty ? [] : [item(.answer(text))]
        case .reasoning(let thought): return [item(.reasoning(thought.segments.text))]
        case .toolOutput(let output):
            return isServerTool(output.toolName)
                ? [] : [item(.output(call: output.id, output.segments.textNamingAttachments))]
        case .toolCalls(let calls):
            let outputs = calls.contains { isServerTool($0.toolName) } ? try Self.outputs(following) : [:]
            return calls.enumerated().map { index, call in
                let arguments = call.arguments.jsonString
                guard isServerTool(call.toolName) else {
                    return item(.call(id: call.id, name: call.toolName, arguments: arguments), index)
                }
                return item(
                    .serverCall(id: call.id, name: call.toolName, arguments: arguments, output: outputs[call.id]),
                    index
                )
            }
        }
    }

    private static func outputs(_ following: ArraySlice<TranscriptEntryRecord>) throws -> [String: String] {
        var outputs: [String: String] = [:]
        for record in following.prefix(while: { isOutput($0.kind) }) {
            guard case .toolOutput(let output) = try entry(record) else { break }
            outputs[output.id] = output.segments.textNamingAttachments
        }
        return outputs
    }

    private static func entry(_ record: TranscriptEntryRecord) throws -> Transcript.Entry {
        try Transcript.Entry(jsonValue: JSONValue(parsing: record.json))
    }

    private static func part(_ segment: Transcript.Segment) -> ConversationItem.Part {
        switch segment {
        case .attachment(let attachment):
            // The address of a file is none for a client.
            .image(url: attachment.content.image.url.flatMap { $0.isFileURL ? nil : $0.absoluteString })
        case .text, .structure: .text(segment.text)
        }
    }
}
