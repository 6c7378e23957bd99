/// The message in a body that says that it is a stream of events and is none.
struct PlainMessage: Sendable {
    /// The bytes so far; `nil` once they can be no message.
    private var bytes: [UInt8]? = []

    /// Adds bytes of the body, up to the limit of a message.
    mutating func append(_ piece: some Collection<UInt8>) {
        guard var known = bytes.take() else { return }
        known += piece
        guard known.count <= MCPLimits.messageBytes else { return }
        let start = known.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        if start == nil || start == UInt8(ascii: "{") || start == UInt8(ascii: "[") { bytes = known }
    }

    /// The whole text; `nil` if it is no message.
    var text: String? { bytes.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) } }
}
