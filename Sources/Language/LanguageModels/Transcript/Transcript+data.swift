public import FoundationEssentials

/// A type that can be data in a prompt (Apple FoundationModels 27.2).
@available(
    *,
    unavailable,
    message: "Data is named by UTType, which only Apple's systems have. Use a @Generable structure in the prompt."
)
public protocol DataAttachmentRepresentable: Sendable {
    /// Reads the value from the data.
    init(_ attachment: Transcript.DataAttachment) throws
    /// The value as data.
    var transcriptRepresentation: Transcript.DataAttachment { get }
}

/// A type that can be a separate entry of data (Apple FoundationModels 27.2).
@available(
    *,
    unavailable,
    message: "Data is named by UTType, which only Apple's systems have. Use a response's metadata or a ToolArtifact."
)
public protocol DataEntryRepresentable: Sendable {
    /// Reads the value from the entry.
    init(_ entry: Transcript.DataEntry) throws
    /// The value as an entry.
    var transcriptRepresentation: Transcript.DataEntry { get }
}

extension Transcript {
    /// Data in a prompt (Apple FoundationModels 27.2).
    @available(
        *,
        unavailable,
        message: "Data is named by UTType, which only Apple's systems have. Use a @Generable structure in the prompt."
    )
    public struct DataAttachment: Sendable, Equatable {
        /// The bytes.
        public var content: Data
        /// The provider's details.
        public var metadata: GeneratedContent

        /// Makes data.
        public init(content: Data, metadata: GeneratedContent) {
            self.content = content
            self.metadata = metadata
        }
    }

    /// A separate entry of data (Apple FoundationModels 27.2).
    @available(
        *,
        unavailable,
        message:
            "Data is named by UTType, which only Apple's systems have. Use a response's metadata or a ToolArtifact."
    )
    public struct DataEntry: Sendable, Equatable, Identifiable {
        /// The entry's id.
        public var id: String
        /// The bytes.
        public var content: Data
        /// The provider's details.
        public var metadata: GeneratedContent

        /// Makes an entry.
        public init(id: String = UniqueID.text(), content: Data, metadata: GeneratedContent) {
            self.id = id
            self.content = content
            self.metadata = metadata
        }
    }
}
