/// The notes that one call adds to its answer.
package struct AnswerMarks {
    /// The key of an answer's metadata with its limit of output tokens, if that was lowered.
    package static let outputLimitKey = "torii.output_limit"

    /// The record of the keys with which seals were made.
    let memory: RemedyMemory
    /// The lowered limit of output tokens; `nil` if that of the request was sent.
    var outputLimit: Int?

    /// Returns a decoder that adds the notes.
    ///
    /// - Parameter keyID: The id of the key of the call.
    func decoder<Base: ModelStreamDecoder>(_ base: Base, keyID: String?) -> MarkedDecoder<Base> {
        MarkedDecoder(base: base, marks: self, keyID: keyID)
    }
}

/// A decoder that notes beside each seal the key with which it was made, and beside an answer its lowered limit.
struct MarkedDecoder<Base: ModelStreamDecoder>: ModelStreamDecoder {
    fileprivate var base: Base
    fileprivate let marks: AnswerMarks
    fileprivate let keyID: String?
    private var hasText = false

    fileprivate init(base: Base, marks: AnswerMarks, keyID: String?) {
        (self.base, self.marks, self.keyID) = (base, marks, keyID)
    }

    var isDone: Bool { base.isDone }

    mutating func decode(_ data: UnsafeBufferPointer<UInt8>, into events: inout [ModelStreamEvent]) throws {
        let start = events.endIndex
        // The events before an error are passed on as well.
        defer { Self.mark(&events, from: start, marks, keyID, &hasText) }
        try base.decode(data, into: &events)
    }

    mutating func finish() throws -> [ModelStreamEvent] {
        var events = try base.finish()
        Self.mark(&events, from: 0, marks, keyID, &hasText)
        // Only an answer with text has metadata.
        if hasText, let limit = marks.outputLimit {
            events.append(.metadata([AnswerMarks.outputLimitKey: String(limit)]))
        }
        return events
    }

    // Static, because a call of a method while `base` is changed would copy all of the decoder.
    private static func mark(
        _ events: inout [ModelStreamEvent],
        from start: Int,
        _ marks: AnswerMarks,
        _ keyID: String?,
        _ hasText: inout Bool
    ) {
        for index in events[start...].indices {
            switch events[index] {
            case .text, .replaceText: hasText = true
            case .seal(let seal, var metadata, let entryID):
                note(seal, &metadata, marks, keyID)
                events[index] = .seal(seal, metadata: metadata, entryID: entryID)
            case .callMetadata(var metadata, let id, let name):
                guard let seal = GeminiSignature.read(metadata) else { continue }
                note(seal, &metadata, marks, keyID)
                events[index] = .callMetadata(metadata, id: id, name: name)
            case .metadata(var metadata):
                guard let seal = GeminiSignature.read(metadata) else { continue }
                note(seal, &metadata, marks, keyID)
                events[index] = .metadata(metadata)
            case .refusal, .reasoning, .thoughtMetadata, .toolCall, .usage: break
            }
        }
    }

    private static func note(
        _ seal: String,
        _ metadata: inout [String: String],
        _ marks: AnswerMarks,
        _ keyID: String?
    ) {
        guard let keyID else { return }
        metadata[TranscriptSeal.makerKey] = keyID
        marks.memory.record(maker: keyID, of: TranscriptSeal.hash(of: seal))
    }
}
