import StreamingJSON

extension ImportedOperation {
    /// Twelve hexadecimal digits that change if the request, the arguments or the description change.
    public var digest: String {
        let slots: [JSONValue] = slots.map { slot in
            let parts =
                [
                    slot.part.rawValue, slot.name, slot.argument, slot.style, slot.format, slot.explode.map { "\($0)" },
                ] + (slot.hasSegments ? ["segments"] : [])
            return .array(parts.map { $0.map(JSONValue.string) ?? .null })
        }
        let content: JSONValue = [
            .string(label), .string(origin + basePath), .string(requestPath), .string(summary), .object(arguments),
            .array(required.map(JSONValue.string)), .object(definitions), .array(slots),
            .string(body.map { "\($0)" } ?? ""), .string(answer.rawValue),
        ]
        var bytes: [UInt8] = []
        content.write(into: &bytes)
        return Digest.hex(bytes, digits: 12)
    }
}
