import StreamSafeText
import StreamingJSON

/// The limits of the JSON Schema by which a model fills the parameters of an app's tool.
///
/// A model reads the schema whole, and providers accept only such names.
enum OwnToolParameters {
    /// The maximum size of the schema, in bytes.
    static let mostBytes = 16 << 10
    /// The maximum size of one of its texts, in bytes.
    static let mostTextBytes = 1_000
    /// The maximum depth.
    static let deepest = 32

    /// Returns the fault of a schema in a sentence; `nil` if it has none.
    static func fault(in schema: JSONValue) -> String? {
        if schema["type"]?.stringValue != "object" { return "they have to be a JSON Schema of an object" }
        if schema.serialized().utf8.count > mostBytes { return "the JSON Schema has more than \(mostBytes >> 10) KiB" }
        return fault(in: schema, depth: 0)
    }

    private static func fault(in value: JSONValue, depth: Int) -> String? {
        guard depth <= deepest else { return "the JSON Schema is nested more than \(deepest) deep" }
        switch value {
        case .string(let text):
            return text.utf8.count > mostTextBytes ? "a text has more than \(mostTextBytes) bytes" : nil
        case .array(let elements):
            for element in elements { if let fault = fault(in: element, depth: depth + 1) { return fault } }
        case .object(let object):
            for (name, member) in object {
                // Names of the vocabulary start with a dollar sign, such as `$defs`.
                guard NameForm.isName(name.hasPrefix("$") ? String(name.dropFirst()) : name, most: 64) else {
                    return "a name has to consist of at most 64 letters, digits, dots, hyphens and underscores"
                }
                if let fault = fault(in: member, depth: depth + 1) { return fault }
            }
        default: break
        }
        return nil
    }
}

/// The form of names and values that are shown to models and people as they are.
enum NameForm {
    /// The maximum size of a value, in bytes.
    static let mostValueBytes = 200

    /// Returns whether a text is a value on one line without invisible characters and without the characters with which the signs of
    /// chat templates start.
    static func isValue(_ text: String) -> Bool {
        (1...mostValueBytes).contains(text.utf8.count) && text.visible == text
            && !text.utf8.contains { [UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "\n")].contains($0) }
    }

    /// Returns whether a text has 1 to a number of letters, digits, dots, hyphens and underscores.
    static func isName(_ text: String, most: Int) -> Bool {
        (1...most).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
            }
    }
}
