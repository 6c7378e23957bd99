#if canImport(FoundationModels)
import FoundationModels
#else
import LanguageModels
#endif
import StreamingJSON
import ToriiClient

/// The part of a transcript that the server has already, because an earlier response of it is in the metadata of an entry.
///
/// The server then has more than the transcript: the calls of its own tools with their outputs, and the model's reasoning. An entry counts
/// only if the entries before its round are those that the server received; another history is sent whole.
@available(iOS 27.0, macOS 27.0, visionOS 27.0, *)
struct ResponseThread: Sendable {
    /// The names of the metadata.
    enum Name {
        static let response = "torii.response"
        static let conversation = "torii.conversation"
        static let server = "torii.server"
        static let prefix = "torii.prefix"
        static let decisions = "torii.decisions"
    }

    /// The response that the input follows; `nil` for a whole history.
    var previous: String?
    /// The conversation of that response.
    var conversation: String?
    /// The decisions that the server waits for together with the outputs of the session's tools.
    var decisions: [JSONValue] = []
    /// The entries to send.
    var entries: ArraySlice<Transcript.Entry>

    /// The whole history.
    static func whole(_ transcript: Transcript) -> ResponseThread { ResponseThread(entries: Array(transcript)[...]) }

    /// Finds the latest response of a server in a transcript.
    static func latest(in transcript: Transcript, of server: String) -> ResponseThread {
        let entries = Array(transcript)
        for index in entries.indices.reversed() {
            guard let metadata = metadata(of: entries[index]), text(metadata, Name.server) == server,
                let response = text(metadata, Name.response), let prefix = text(metadata, Name.prefix)
            else { continue }
            guard follows(prefix, index, in: entries) else { break }
            // A round may add several entries; those after the one with the metadata belong to it too, up to the next prompt or output.
            let rest = entries[index...].dropFirst().drop { isWrittenByModel($0) }
            return ResponseThread(
                previous: response,
                conversation: text(metadata, Name.conversation),
                decisions: text(metadata, Name.decisions)
                    .flatMap { try? JSONValue(parsing: $0) }?.arrayValue ?? [],
                entries: rest
            )
        }
        return whole(transcript)
    }

    /// Returns the digest of the entries that a round was made from.
    static func prefix(of entries: some Collection<Transcript.Entry>) -> String {
        var digest: UInt64 = 0xcbf2_9ce4_8422_2325
        let items = (try? TranscriptItems.items(of: entries)) ?? []
        for item in items {
            // FNV-1a (64 bits): a change of the history is noticed, and nobody gains from a collision.
            for byte in item.serialized().utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        return "\(items.count):" + String(digest, radix: 16)
    }

    /// Returns whether the entries before the round of an entry are those of the digest.
    private static func follows(_ prefix: String, _ index: Int, in entries: [Transcript.Entry]) -> Bool {
        var start = index
        while start > entries.startIndex, isWrittenByModel(entries[start - 1]) { start -= 1 }
        return Self.prefix(of: entries[..<start]) == prefix
    }

    private static func isWrittenByModel(_ entry: Transcript.Entry) -> Bool {
        switch entry {
        case .response, .reasoning, .toolCalls: true
        default: false
        }
    }

    private static func metadata(of entry: Transcript.Entry) -> [String: GeneratedContent]? {
        switch entry {
        case .response(let response): response.metadata
        case .toolCalls(let calls): calls.first?.metadata
        default: nil
        }
    }

    private static func text(_ metadata: [String: GeneratedContent], _ name: String) -> String? {
        try? metadata[name]?.value(String.self)
    }
}
