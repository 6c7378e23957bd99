public import StreamingJSON

/// Structured content that a model has generated or will read (Apple FoundationModels 26.0).
///
/// It contains a JSON value, with exact integers and the order of properties, and knows which of its parts are
/// incomplete.
public struct GeneratedContent: Sendable {
    /// The identity of this value within a response.
    public var id: GenerationID?

    let snapshot: JSONSnapshot

    /// The memory of the parts of this value that earlier snapshots of the same stream have read.
    let recall: PartialRecall?

    /// Wraps a complete JSON value.
    public init(jsonValue: JSONValue, id: GenerationID? = nil) {
        self.init(snapshot: JSONSnapshot(jsonValue), id: id)
    }

    /// Wraps the part of a JSON value that has arrived.
    ///
    /// Wrapping and reading a part are cheap; ``jsonValue`` builds the whole value.
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

    /// Whether this value is final.
    public var isComplete: Bool { snapshot.isComplete }

    /// The content as compact JSON text.
    public var jsonString: String { jsonValue.serialized() }
}

// MARK: - Parts

extension GeneratedContent {
    /// The position of a part in a value.
    @usableFromInline enum Part: Hashable, Sendable {
        case property(String)
        case element(Int)
    }

    /// Returns a property by its name, or `nil` if it is missing.
    ///
    /// - Throws: ``ParsingError`` if this is no object.
    func property(_ name: String) throws -> GeneratedContent? {
        guard snapshot.typeName == "object" else { throw mismatch("object") }
        return snapshot[name].map { part($0, .property(name)) }
    }

    /// Returns the elements.
    ///
    /// - Throws: ``ParsingError`` if this is no array.
    func elements() throws -> [GeneratedContent] {
        guard let elements = snapshot.elements else { throw mismatch("array") }
        return elements.enumerated().map { part($1, .element($0)) }
    }

    /// Returns the element at an index, or `nil` if there is none.
    func element(_ index: Int) -> GeneratedContent? { snapshot[index].map { part($0, .element(index)) } }

    /// Returns the part that is still arriving, which has this position.
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
    /// Returns whether two contents have equal values and states of completion; their identities are ignored.
    public static func == (left: Self, right: Self) -> Bool { left.snapshot == right.snapshot }
}

extension GeneratedContent: CustomDebugStringConvertible {
    /// The JSON text.
    public var debugDescription: String { jsonString }
}

extension GeneratedContent: Generable {
    /// A schema that every value fits.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: [:]) }

    /// The content itself.
    public init(_ content: GeneratedContent) throws { self = content }

    /// The content itself.
    public var generatedContent: GeneratedContent { self }
}
