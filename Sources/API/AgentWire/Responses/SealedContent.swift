import StreamingJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The `encrypted_content` of a reasoning item: the reasoning and its provider's seal, in base64.
///
/// A client only sends it back. What the provider keeps secret is encrypted within it by the provider, which also verifies the seal.
struct SealedContent: Sendable, Equatable, CustomStringConvertible {
    let reasoning: InputReasoning

    /// The maximum number of bytes in the text; a model's reasoning is much shorter.
    private static let longest = 1 << 20

    init(_ reasoning: InputReasoning) { self.reasoning = reasoning }

    /// Reads the text; `nil` if this server did not make it.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest, let data = Data(base64Encoded: text),
            let value = try? JSONValue(parsing: Array(data)), let thought = value["text"]?.stringValue,
            let seal = value["seal"]?.stringValue
        else {
            return nil
        }
        let isRedacted = value["redacted"]?.boolValue ?? false
        reasoning = InputReasoning(text: thought, seal: seal, isRedacted: isRedacted)
    }

    /// The text.
    var description: String {
        let value: JSONValue = [
            "text": .string(reasoning.text), "seal": .text(reasoning.seal), "redacted": .bool(reasoning.isRedacted),
        ]
        return Data(value.serialized().utf8).base64EncodedString()
    }
}
