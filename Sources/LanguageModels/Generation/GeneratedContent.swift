public import StreamingJSON

/// Structured content that a model generated, or that is shown to one (Apple FoundationModels 26.0).
///
/// It holds a JSON value, exact integers and the order of properties included, and knows which of its parts are still being
/// written.
public struct GeneratedContent: Sendable {
    /// The identity of this value within a response.
    public var id: GenerationID?

    let snapshot: JSONSnapshot

    /// What earlier snapshots of the same stream have read of this value.
    let recall: PartialRecall?

    /// Wraps a whole JSON value.
    public init(jsonValue: JSONValue, id: GenerationID? = nil) {
        self.init(snapshot: JSONSnapshot(jsonValue), id: id)
    }

    /// Wraps a JSON value as far as it has arrived.
    ///
    /// That costs next to nothing, and so does asking for a part; ``jsonValue`` puts the value together.
    public init(snapshot: JSONSnapshot, id: GenerationID? = nil) {
        self.init(snapshot: snapshot, id: id, recall: nil)
    }

    init(snapshot: JSONSnapshot, id: GenerationID?, recall: PartialRecall?) {
        self.snapshot = snapshot
        self.id = id
        self.recall = snapshot.isComplete ? nil : recall
    }

    /// The content as a JSON value.
    public var jsonValue: JSONValue { snapshot.value }

    /// Whether nothing of this value can change any more.
    public var isComplete: Bool { snapshot.isComplete }

    /// The content as compact JSON text.
    public var jsonString: String { jsonValue.serialized() }
}

// MARK: - Parts

extension GeneratedContent {
    /// A part of a value, by its place.
    @usableFromInline enum Part: Hashable, Sendable {
        case property(String)
        case element(Int)
    }

    /// A property by its name, `nil` if it is missing.
    ///
    /// - Throws: ``ParsingError`` when this is no object.
    func property(_ name: String) throws -> GeneratedContent? {
        guard snapshot.typeName == "object" else { throw mismatch("object") }
        return snapshot[name].map { part($0, .property(name)) }
    }

    /// The elements.
    ///
    /// - Throws: ``ParsingError`` when this is no array.
    func elements() throws -> [GeneratedContent] {
        guard let elements = snapshot.elements else { throw mismatch("array") }
        return elements.enumerated().map { part($1, .element($0)) }
    }

    /// An element by its place, `nil` if there is none.
    func element(_ index: Int) -> GeneratedContent? { snapshot[index].map { part($0, .element(index)) } }

    /// The part that is being written, which is known to be this one.
    func openPart(_ place: Part) -> GeneratedContent? { snapshot.openChild.map { part($0, place) } }

    private func part(_ snapshot: JSONSnapshot, _ part: Part) -> GeneratedContent {
        GeneratedContent(
            snapshot: snapshot,
            id: id?.child(part),
            recall: snapshot.isComplete ? nil : recall?.open(part, snapshot)
        )
    }
}

extension GeneratedContent: Equatable {
    /// Two contents are equal when their values and their states of completion are; the identity does not count.
    public static func == (left: Self, right: Self) -> Bool { left.snapshot == right.snapshot }
}

extension GeneratedContent: CustomDebugStringConvertible {
    /// The JSON text.
    public var debugDescription: String { jsonString }
}

extension GeneratedContent: Generable {
    /// A schema that any value meets.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: [:]) }

    /// The content itself.
    public init(_ content: GeneratedContent) throws { self = content }

    /// The content itself.
    public var generatedContent: GeneratedContent { self }
}
