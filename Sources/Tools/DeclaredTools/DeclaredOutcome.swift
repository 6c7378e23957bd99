import AgentTools
import Foundation
import StreamingJSON

/// What a call of a declared tool found.
struct DeclaredOutcome: Sendable {
    /// A file for the app.
    struct File: Sendable {
        /// The media type.
        var type: String
        /// The content.
        var content: [UInt8]

        /// The artifact's content: the type, and the bytes in base64.
        var artifact: JSONValue {
            ["mime_type": .string(type), "data": .string(Data(content).base64EncodedString())]
        }
    }

    /// The items.
    var items: [JSONValue] = []
    /// The number of items that were left out.
    var rest = 0
    /// The files.
    var files: [File] = []

    /// Returns what a model should know besides the items.
    func notes(for caller: Caller) -> [String] {
        var notes = files.map {
            caller.text(
                "A file (\($0.type), \($0.content.count) bytes) is attached for the app.",
                "ファイル（\($0.type)、\($0.content.count) バイト）をアプリに渡しました。"
            )
        }
        if rest > 0 {
            notes.append(
                caller.text(
                    "Only the first \(items.count) items are listed; \(rest) more were found.",
                    "最初の \(items.count) 件だけを示しています。ほかに \(rest) 件あります。"
                )
            )
        }
        return notes
    }
}
