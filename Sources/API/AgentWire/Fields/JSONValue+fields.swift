#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
package import Secrets
package import StreamingJSON

extension JSONValue {
    /// Returns a time in the form of RFC 3339; `null` for none.
    package static func time(_ date: Date?) -> JSONValue {
        date.map { .string($0.formatted(.iso8601)) } ?? .null
    }

    /// Returns a text; `null` for none.
    package static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// Returns a list of texts.
    package static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}

extension SecretString {
    /// The secret as plain text, for a body that carries it and for a token that is shown once.
    package var shown: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
