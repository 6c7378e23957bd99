/// The start of a value's JSON text, by which an encoder tells a value from prose.
enum ValueStart {
    /// Returns the first byte of a JSON string's text that is not white space; `nil` if there is none.
    static func firstByte(of json: ArraySlice<UInt8>) -> UInt8? {
        var rest = json.dropFirst().dropLast()
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: " ") { continue }
            guard byte == UInt8(ascii: "\\"), let escaped = rest.first else { return byte }
            guard [UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t")].contains(escaped) else { return byte }
            rest.removeFirst()
        }
        return nil
    }
}

extension Problem {
    /// The problem of a value whose text was partly sent when the model started another one.
    static let restartedValue = Problem(
        .structuredOutputInvalid,
        detail: "the model restarted its answer after a part was sent, so the sent text is not valid JSON; "
            + "send the request again, or without stream"
    )
}
