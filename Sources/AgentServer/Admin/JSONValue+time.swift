package import Foundation
package import StreamingJSON

extension JSONValue {
    /// A moment as RFC 3339 has it; `null` for none.
    package static func time(_ date: Date?) -> JSONValue {
        date.map { .string($0.formatted(.iso8601)) } ?? .null
    }

    /// A text; `null` for none.
    package static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// A list of texts.
    package static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
