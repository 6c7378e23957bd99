import StreamingJSON

/// The label of an attached image, as a model writes it to refer to that image (Apple FoundationModels 27.0).
public struct ImageReference: Sendable, Equatable, Generable {
    /// The label.
    public let attachmentLabel: String

    /// Reads a reference from a model's output.
    public init(_ content: GeneratedContent) throws {
        attachmentLabel = try content.value(forProperty: "attachmentLabel")
    }

    /// The schema of a reference.
    public static var generationSchema: GenerationSchema {
        GenerationSchema(
            type: ImageReference.self,
            description: "A reference to an image of the conversation",
            properties: [
                GenerationSchema.Property(
                    name: "attachmentLabel",
                    description: "The label of the image",
                    type: String.self
                )
            ]
        )
    }

    /// The reference as content.
    public var generatedContent: GeneratedContent {
        GeneratedContent(jsonValue: ["attachmentLabel": .string(attachmentLabel)])
    }

    /// Returns the last image with this label among the entries; `nil` if there is none.
    public func resolved(in entries: some Sequence<Transcript.Entry>) -> Transcript.ImageAttachment? {
        var found: Transcript.ImageAttachment?
        for entry in entries {
            for case .attachment(let segment) in entry.segments where segment.label == attachmentLabel {
                found = segment.content.image
            }
        }
        return found
    }

    /// Returns the last image with this label in a transcript, in the spelling of the betas of 27.0.
    public func resolve(in transcript: Transcript) -> Transcript.ImageAttachment? { resolved(in: transcript) }

    /// A reference of which the model has written only a part so far.
    public struct PartiallyGenerated: Sendable, Equatable, Identifiable, ConvertibleFromGeneratedContent {
        /// The reference's id, which stays the same while it is written.
        public var id: GenerationID
        /// The label so far.
        public var attachmentLabel: String.PartiallyGenerated?

        /// Reads the part of a reference that has been written so far.
        public init(_ content: GeneratedContent) throws {
            id = content.id ?? GenerationID()
            attachmentLabel = try content.partialValue(
                String.PartiallyGenerated.self,
                forProperty: "attachmentLabel"
            )
        }
    }
}
