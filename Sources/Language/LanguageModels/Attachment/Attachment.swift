public import FoundationEssentials

/// An image inside a prompt, instructions or a tool's output (Apple FoundationModels 27.0).
///
/// ```swift
/// let answer = try await session.respond {
///     "How much is to be paid?"
///     Attachment(imageURL: receipt).label("receipt")
/// }
/// ```
///
/// A file is read when the prompt is sent, and the transcript then holds its bytes. The bytes determine the format.
public struct Attachment<Content>: Sendable {
    let part: PromptContent.Attached

    /// Returns the same attachment with a label by which the model can refer to it.
    public func label(_ label: String) -> Attachment {
        Attachment(part: .init(content: part.content, label: label))
    }
}

/// The content type of an image attachment; it has no members, as in Apple's framework (27.0).
public struct ImageAttachmentContent: Sendable, Equatable {}

extension Attachment where Content == ImageAttachmentContent {
    /// Attaches the image of a file or, for models that fetch images themselves, of an `https` URL.
    ///
    /// - Parameter orientation: The orientation of the image, which the model gets in words.
    public init(imageURL: URL, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.init(imageURL: imageURL, orientation: orientation))
    }

    /// Attaches an image in memory.
    ///
    /// - Parameter mediaType: The declared format, such as `image/png`; `nil` if none was declared.
    /// - Throws: ``ImageAttachmentError`` if the bytes are no image or their format is not the declared one.
    public init(
        imageData: Data,
        mediaType: String? = nil,
        orientation: CGImagePropertyOrientation? = nil
    ) throws(ImageAttachmentError) {
        self.init(try .init(imageData: imageData, mediaType: mediaType, orientation: orientation))
    }

    /// Attaches an image from a transcript.
    public init(_ image: Transcript.ImageAttachment) { part = .init(content: .image(image), label: nil) }
}

extension Attachment: PromptRepresentable, InstructionsRepresentable {
    /// The attachment as a prompt.
    public var promptRepresentation: Prompt { Prompt(content: PromptContent([.attached(part)])) }

    /// The attachment as instructions.
    public var instructionsRepresentation: Instructions { Instructions(content: PromptContent([.attached(part)])) }
}
