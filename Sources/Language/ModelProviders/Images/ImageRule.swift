import FoundationEssentials
import LanguageModels

/// The images that an interface accepts; any other is refused before anything is sent.
///
/// Each dialect has its rule in its own folder.
struct ImageRule: Sendable {
    /// The interface's name in errors.
    let provider: String
    /// The formats it accepts.
    let formats: Set<ImageFormat>
    /// Whether the provider fetches images by their URLs.
    let fetchesURLs: Bool

    /// The reason why the interface does not accept an image; `nil` if it does.
    private func fault(of image: Transcript.ImageAttachment) -> String? {
        if let format = image.format {
            guard !formats.contains(format) else { return nil }
            let names = ImageFormat.allCases.filter(formats.contains).map(\.mediaType).joined(separator: ", ")
            return "\(provider) does not accept \(format.mediaType). Convert the image to one of \(names)."
        }
        switch image.url?.scheme?.lowercased() {
        case "http", "https":
            guard !fetchesURLs else { return nil }
            return "\(provider) does not fetch images. Attach the bytes instead of a URL."
        case "file":
            return """
                The file of an image was not read. Only the files of prompts, instructions and outputs of tools are; call \
                loaded() on an image that is put into a transcript.
                """
        default: return "An image has neither bytes nor an https URL. Attach the bytes."
        }
    }

    /// Refuses an entry with an image that the interface does not accept.
    fileprivate func check(_ entry: Transcript.Entry) throws(LanguageModelError) {
        for segment in entry.segments {
            guard let image = segment.attachment?.content.image, let fault = fault(of: image) else { continue }
            throw .unsupportedTranscriptContent(.init(unsupportedContent: [entry], debugDescription: fault))
        }
    }
}

extension Transcript {
    /// Returns the transcript with its images only where every interface accepts them: in prompts and in tool outputs.
    ///
    /// Images of instructions and of answers move to the next prompt or output, with a line that names their origin.
    ///
    /// - Throws: `LanguageModelError.unsupportedTranscriptContent` for an image that the interface does not accept.
    func placingImages(by rule: ImageRule) throws(LanguageModelError) -> Transcript {
        guard haveImages else { return self }
        var moved: [Segment] = []
        var placed: [Entry] = []
        for var entry in self {
            try rule.check(entry)
            switch entry {
            case .instructions: entry.takeImages(into: &moved, from: "the instructions")
            case .response: entry.takeImages(into: &moved, from: "your earlier answer")
            case .reasoning: entry.segments.removeAll { $0.attachment != nil }
            case .prompt, .toolOutput:
                entry.segments = moved + entry.segments
                moved = []
            case .toolCalls: break
            }
            placed.append(entry)
        }
        return Transcript(entries: placed)
    }
}

extension Transcript.Entry {
    fileprivate mutating func takeImages(into moved: inout [Transcript.Segment], from source: String) {
        let images = segments.filter { $0.attachment != nil }
        guard !images.isEmpty else { return }
        moved.append(.text(.init(content: images.count == 1 ? "An image of \(source):" : "Images of \(source):")))
        moved += images
        segments.removeAll { $0.attachment != nil }
        // An answer that consists of an image alone must not vanish, because two prompts would then be neighbors.
        if segments.isEmpty, case .response = self { segments = [.text(.init(content: "(an image, shown next)"))] }
    }
}
