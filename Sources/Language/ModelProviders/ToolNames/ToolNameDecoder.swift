extension ToolNameMap {
    /// Returns a decoder that reports calls under the names that the tools have in the session.
    func decoder<Base: ModelStreamDecoder>(_ base: Base) -> ToolNameDecoder<Base> {
        ToolNameDecoder(base: base, names: self)
    }
}

/// A decoder whose events contain the session's names of tools in place of the names on the wire.
struct ToolNameDecoder<Base: ModelStreamDecoder>: ModelStreamDecoder {
    fileprivate var base: Base
    fileprivate let names: ToolNameMap

    var isDone: Bool { base.isDone }
    var slot: StructuredAnswerSlot? { base.slot }

    mutating func decode(_ data: UnsafeBufferPointer<UInt8>, into events: inout [ModelStreamEvent]) throws {
        guard !names.isIdentity else { return try base.decode(data, into: &events) }
        let start = events.endIndex
        // The events before an error are passed on as well.
        defer { Self.rename(&events, from: start, by: names) }
        try base.decode(data, into: &events)
    }

    mutating func finish() throws -> [ModelStreamEvent] {
        var events = try base.finish()
        Self.rename(&events, from: 0, by: names)
        return events
    }

    // Static, because a call of a method while `base` is changed would copy all of the decoder.
    private static func rename(_ events: inout [ModelStreamEvent], from start: Int, by names: ToolNameMap) {
        guard !names.isIdentity else { return }
        for index in events[start...].indices {
            switch events[index] {
            case .toolCall(let id, let name, let arguments):
                events[index] = .toolCall(id: id, name: names.name(ofWire: name), arguments: arguments)
            case .callMetadata(let metadata, let id, let name):
                events[index] = .callMetadata(metadata, id: id, name: names.name(ofWire: name))
            case .text, .replaceText, .refusal, .reasoning, .thoughtMetadata, .seal, .metadata, .usage: break
            }
        }
    }
}
