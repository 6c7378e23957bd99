import FoundationEssentials
import LanguageModels

/// A part of a message: text, or an image.
enum ContentPart {
    case text(String)
    case image(Transcript.ImageAttachment)
}

extension [Transcript.Segment] {
    /// Whether any segment is an image.
    var haveImages: Bool { contains { $0.attachment != nil } }

    /// The segments as parts of a message.
    ///
    /// Neighboring texts become one, and an image's caption becomes a text before it.
    var contentParts: [ContentPart] {
        var parts: [ContentPart] = []
        func add(_ text: String) {
            if case .text(let before)? = parts.last {
                parts[parts.count - 1] = .text(before + "\n" + text)
            } else {
                parts.append(.text(text))
            }
        }
        for segment in self {
            guard let attachment = segment.attachment else {
                add(segment.text)
                continue
            }
            if let caption = attachment.caption { add(caption) }
            parts.append(.image(attachment.content.image))
        }
        return parts.filter { if case .text("") = $0 { false } else { true } }
    }

    /// The texts with the captions of the images, for an interface that carries images separately.
    var captionedText: String {
        guard haveImages else { return text }
        return contentParts.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined(separator: "\n")
    }

    /// The images, in order.
    var images: [Transcript.ImageAttachment] { compactMap { $0.attachment?.content.image } }
}

extension Transcript.ImageAttachment {
    /// The bytes as base64; `nil` for a URL.
    var base64: String? { data?.base64EncodedString() }

    /// The URL at which the provider finds the image: its own URL, or a `data:` URL with the bytes.
    var wireURL: String {
        guard let format, let base64 else { return url?.absoluteString ?? "" }
        return "data:\(format.mediaType);base64,\(base64)"
    }
}
