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
/// Each piece is read once, and so is each finished part of the partial values that are read from ``content``: what a
/// snapshot costs depends on what is open and new, not on how much there is. That holds as long as the partial value of one
/// snapshot is let go before the next is read; lists that are kept are copied when they grow. Snapshots share the instances of
/// classes in finished parts.
public struct GrowingContent: Sendable {
    private var parser: JSONStreamParser
    private var memory = PartialMemory()
    private var text: [String] = []
    /// What can be seen, and how much of the text had arrived when that last changed.
    private var visible = JSONVisibleExtent()
    private var visibleOffset = 0

    /// The identity of the value, which its snapshots share.
    public let id: GenerationID

    /// Makes a reader for one text.
    public init(id: GenerationID = GenerationID(), options: JSONParseOptions = JSONParseOptions()) {
        self.id = id
        parser = JSONStreamParser(options: options)
    }

    /// Reads the next piece.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` when no continuation could make the text JSON.
    public mutating func feed(_ piece: String) throws {
        text.append(piece)
        let (repeated, wasRepeating) = (parser.repeatedNames.count, parser.isInRepeatedMember)
        do {
            try parser.feed(piece)
        } catch {
            throw parsingError(error)
        }
        // The end of a member whose name was there before changes what was finished.
        if parser.repeatedNames.count != repeated || (wasRepeating && !parser.isInRepeatedMember) {
            memory = PartialMemory()
        }
        // Much of a text is names, numbers and punctuation, of which nothing can be seen until they are whole.
        guard parser.visibleExtent != visible else { return }
        visible = parser.visibleExtent
        visibleOffset = parser.offset
    }

    /// Whether what is finished stays as it is until the memory is renewed.
    ///
    /// The parser counts repeated names only up to a hundred; beyond that nothing is remembered.
    private var canRemember: Bool { parser.repeatedNames.count < 100 }

    /// What is known of the value; `nil` while nothing of it is certain.
    public var content: GeneratedContent? {
        parser.snapshot.map { snapshot in
            let recall = PartialRecall(memory: memory, offset: visibleOffset, of: snapshot)
            return GeneratedContent(snapshot: snapshot, id: id, recall: canRemember ? recall : nil)
        }
    }

    /// Says that the text has ended, and gives the whole content.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` when something is missing.
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
