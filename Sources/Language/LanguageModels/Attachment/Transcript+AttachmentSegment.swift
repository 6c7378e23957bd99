extension Transcript {
    /// A segment that is not text, such as an image (27.0).
    public struct AttachmentSegment: Sendable, Equatable, Identifiable {
        /// The segment's id.
        public var id: String
        /// The attachment.
        public var content: Attachment
        /// The label by which the model can refer to the attachment.
        public var label: String?

        /// Makes a segment.
        public init(id: String = UniqueID.text(), content: Attachment, label: String? = nil) {
            self.id = id
            self.content = content
            self.label = label
        }
    }

    /// The kinds of attachment (27.0).
    public enum Attachment: Sendable, Equatable {
        /// An image.
        case image(ImageAttachment)

        /// The image.
        package var image: ImageAttachment {
            switch self {
            case .image(let image): image
            }
        }
    }
}

extension Transcript.AttachmentSegment: CustomStringConvertible {
    /// The kind, size and label, without the bytes.
    public var description: String {
        let name = label.map { " \"\($0)\"" } ?? ""
        return "[image\(name): \(content.image)]"
    }
}

extension Transcript.AttachmentSegment {
    /// A line for the model before the image: the label and how to see the image upright; `nil` if there is neither.
    package var caption: String? {
        let name = label.map { "Image \"\($0)\"" }
        let turn = content.image.orientation?.correction.map { "to see it upright, \($0)" }
        switch (name, turn) {
        case (nil, nil): return nil
        case (let name?, nil): return "\(name):"
        case (nil, let turn?): return "An image; \(turn):"
        case (let name?, let turn?): return "\(name); \(turn):"
        }
    }
}

extension Transcript.Entry {
    /// The segments; tool calls have none, and setting theirs has no effect.
    package var segments: [Transcript.Segment] {
        get {
            switch self {
            case .instructions(let entry): entry.segments
            case .prompt(let entry): entry.segments
            case .toolOutput(let entry): entry.segments
            case .response(let entry): entry.segments
            case .reasoning(let entry): entry.segments
            case .toolCalls: []
            }
        }
        set {
            switch self {
            case .instructions(var entry):
                entry.segments = newValue
                self = .instructions(entry)
            case .prompt(var entry):
                entry.segments = newValue
                self = .prompt(entry)
            case .toolOutput(var entry):
                entry.segments = newValue
                self = .toolOutput(entry)
            case .response(var entry):
                entry.segments = newValue
                self = .response(entry)
            case .reasoning(var entry):
                entry.segments = newValue
                self = .reasoning(entry)
            case .toolCalls: break
            }
        }
    }
}

extension Transcript.Segment {
    /// Whether the segment is an attachment.
    package var isAttachment: Bool {
        if case .attachment = self { true } else { false }
    }

    /// The attachment, if the segment is one.
    package var attachment: Transcript.AttachmentSegment? {
        if case .attachment(let segment) = self { segment } else { nil }
    }
}

extension Sequence<Transcript.Entry> {
    /// Whether any entry has an image.
    package var haveImages: Bool { contains { $0.segments.contains(where: \.isAttachment) } }
}
