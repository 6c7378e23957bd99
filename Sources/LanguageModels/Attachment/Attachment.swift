public import FoundationEssentials

/// An image among the words of a prompt, of instructions or of a tool's output (Apple FoundationModels 27.0).
///
/// ```swift
/// let answer = try await session.respond {
///     "How much is to be paid?"
///     Attachment(imageURL: receipt).label("receipt")
/// }
/// ```
///
/// A file is read when the prompt is sent, and the transcript then has its bytes. The format is taken from the bytes.
public struct Attachment<Content>: Sendable {
    let part: PromptContent.Attached

    /// The same attachment under a name, by which the model can refer to it.
    public func label(_ label: String) -> Attachment {
        Attachment(part: .init(content: part.content, label: label))
    }
}

/// The content of an attachment that is an image; it has no members, as in Apple's framework (27.0).
public struct ImageAttachmentContent: Sendable, Equatable {}

extension Attachment where Content == ImageAttachmentContent {
    /// Attaches the image of a file or, for models that fetch images themselves, of an `https` URL.
    ///
    /// - Parameter orientation: The position of the image, which the model is told in words.
    public init(imageURL: URL, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.init(imageURL: imageURL, orientation: orientation))
    }

    /// Attaches an image that is in memory.
    ///
    /// - Parameter mediaType: The format as it was declared, such as `image/png`; `nil` if nobody did.
    /// - Throws: ``ImageAttachmentError`` when the bytes are no image or of another format than declared.
    public init(
        imageData: Data,
        mediaType: String? = nil,
        orientation: CGImagePropertyOrientation? = nil
    ) throws(ImageAttachmentError) {
        self.init(try .init(imageData: imageData, mediaType: mediaType, orientation: orientation))
    }

    /// Attaches an image of a transcript again.
    public init(_ image: Transcript.ImageAttachment) { part = .init(content: .image(image), label: nil) }
}

extension Attachment: PromptRepresentable, InstructionsRepresentable {
    /// The attachment as a prompt.
    public var promptRepresentation: Prompt { Prompt(content: PromptContent([.attached(part)])) }

    /// The attachment as instructions.
    public var instructionsRepresentation: Instructions { Instructions(content: PromptContent([.attached(part)])) }
}
