extension Transcript {
    /// A part of an entry.
    public enum Segment: Sendable, Equatable, Identifiable {
        /// Prose.
        case text(TextSegment)
        /// Structured content.
        case structure(StructuredSegment)
        /// An image (27.0).
        case attachment(AttachmentSegment)

        /// The segment's id.
        public var id: String {
            switch self {
            case .text(let segment): segment.id
            case .structure(let segment): segment.id
            case .attachment(let segment): segment.id
            }
        }

        /// The segment as a model reads it: prose unchanged, structured content as JSON; empty for an attachment,
        /// which has no text.
        public var text: String {
            switch self {
            case .text(let segment): segment.content
            case .structure(let segment): segment.content.jsonString
            case .attachment: ""
            }
        }

        /// Whether the segment is a note of the program; see ``TextSegment/isNote``.
        package var isNote: Bool {
            if case .text(let segment) = self { segment.isNote } else { false }
        }
    }

    /// Prose.
    public struct TextSegment: Sendable, Equatable, Identifiable {
        /// The segment's id.
        public var id: String
        /// The text.
        public var content: String
        /// Whether the text is a note of the program beside a person's words.
        ///
        /// A model reads it. People, and a model that only looks for a person's words, do not.
        package var isNote = false

        /// Makes a segment.
        public init(id: String = UniqueID.text(), content: String) {
            self.id = id
            self.content = content
        }

        /// Makes a note of the program.
        package init(note: String) {
            self.init(content: note)
            isNote = true
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
    /// The text of the segments as a model reads it, one per line, without the attachments.
    public var text: String {
        if count == 1, !self[0].isAttachment { return self[0].text }
        return lazy.filter { !$0.isAttachment }.map(\.text).joined(separator: "\n")
    }

    /// The segments without the program's notes.
    package var withoutNotes: Self { filter { !$0.isNote } }

    /// The text of the segments for a person, with a short description in place of each attachment.
    package var textNamingAttachments: String {
        withoutNotes.map { $0.attachment?.description ?? $0.text }.joined(separator: "\n")
    }
}
