public import StreamingJSON

/// Content that arrives in pieces.
///
/// ```swift
/// var answer = GrowingContent()
/// for try await delta in deltas {
///     try answer.feed(delta)
///     if let trip = try answer.content?.partialValue(Trip.PartiallyGenerated.self) { show(trip) }
/// }
/// let trip = try Trip(answer.finish())
/// ```
///
/// Each piece is read once; of the partial values read from ``content``, each finished part is read once. The cost of a
/// snapshot depends on its open and new parts, not on the total size. This holds as long as the partial value of one
/// snapshot is released before the next is read; lists that are kept are copied when they grow. Snapshots share the
/// instances of classes in finished parts.
public struct GrowingContent: Sendable {
    private var parser: JSONStreamParser
    private var memory = PartialMemory()
    private var text: [String] = []
    /// The visible part, and the length of the text at its last change.
    private var visible = JSONVisibleExtent()
    private var visibleOffset = 0

    /// The identity of the value, which its snapshots share.
    public let id: GenerationID

    /// Makes a reader of one text.
    public init(id: GenerationID = GenerationID(), options: JSONParseOptions = JSONParseOptions()) {
        self.id = id
        parser = JSONStreamParser(options: options)
    }

    /// Reads the next piece.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` if no continuation could make the text valid JSON.
    public mutating func feed(_ piece: String) throws {
        text.append(piece)
        let (repeated, wasRepeating) = (parser.repeatedNames.count, parser.isInRepeatedMember)
        do {
            try parser.feed(piece)
        } catch {
            throw parsingError(error)
        }
        // The end of a member with a repeated name changes a part that was finished.
        if parser.repeatedNames.count != repeated || (wasRepeating && !parser.isInRepeatedMember) {
            memory = PartialMemory()
        }
        // Names, numbers and punctuation are invisible until they are complete, and they make up much of a text.
        guard parser.visibleExtent != visible else { return }
        visible = parser.visibleExtent
        visibleOffset = parser.offset
    }

    /// Whether finished parts stay unchanged until the memory is replaced.
    ///
    /// The parser counts repeated names only up to a hundred; after that nothing is remembered.
    private var canRemember: Bool { parser.repeatedNames.count < 100 }

    /// The value so far; `nil` while no part of it is certain.
    public var content: GeneratedContent? {
        parser.snapshot.map { snapshot in
            let recall = PartialRecall(memory: memory, offset: visibleOffset, of: snapshot)
            return GeneratedContent(snapshot: snapshot, id: id, recall: canRemember ? recall : nil)
        }
    }

    /// Ends the text and returns the whole content.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` if something is missing.
    public mutating func finish() throws -> GeneratedContent {
        do {
            return GeneratedContent(jsonValue: try parser.finish(), id: id)
        } catch {
            throw parsingError(error)
        }
    }

    private func parsingError(_ error: JSONParseError) -> GeneratedContent.ParsingError {
        GeneratedContent.ParsingError(
            rawContent: text.joined(),
            underlyingError: error,
            debugDescription: "not JSON: \(error)"
        )
    }
}
