extension Transcript {
    /// A part of an entry.
    public enum Segment: Sendable, Equatable, Identifiable {
        /// Prose.
        case text(TextSegment)
        /// Structured content.
        case structure(StructuredSegment)

        /// The segment's id.
        public var id: String {
            switch self {
            case .text(let segment): segment.id
            case .structure(let segment): segment.id
            }
        }

        /// The segment as a model reads it: prose as it is, structured content as JSON.
        public var text: String {
            switch self {
            case .text(let segment): segment.content
            case .structure(let segment): segment.content.jsonString
            }
        }
    }

    /// Prose.
    public struct TextSegment: Sendable, Equatable, Identifiable {
        /// The segment's id.
        public var id: String
        /// The text.
        public var content: String

        /// Makes a segment.
        public init(id: String = UniqueID.text(), content: String) {
            self.id = id
            self.content = content
        }
    }

    /// Structured content.
    public struct StructuredSegment: Sendable, Equatable, Identifiable {
        /// The segment's id.
        public var id: String
        /// The name of the schema that the content follows.
        public var schemaName: String
        /// The content.
        public var content: GeneratedContent

        /// The name of the schema, in the spelling of 26.0.
        public var source: String {
            get { schemaName }
            set { schemaName = newValue }
        }

        /// Makes a segment.
        public init(id: String = UniqueID.text(), schemaName: String, content: GeneratedContent) {
            self.id = id
            self.schemaName = schemaName
            self.content = content
        }

        /// Makes a segment, in the spelling of 26.0.
        public init(id: String = UniqueID.text(), source: String, content: GeneratedContent) {
            self.init(id: id, schemaName: source, content: content)
        }
    }
}

extension [Transcript.Segment] {
    /// The segments as a model reads them, one after the other.
    public var text: String { map(\.text).joined(separator: "\n") }
}
