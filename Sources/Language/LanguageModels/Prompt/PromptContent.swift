/// The parts of a prompt or of instructions in order: texts, with attachments between them.
struct PromptContent: Sendable, Equatable {
    /// An attachment with its label.
    struct Attached: Sendable, Equatable {
        let content: Transcript.Attachment
        let label: String?
    }

    enum Part: Sendable, Equatable {
        case text(String)
        case attached(Attached)
        /// A text of the program beside the person's words; see `Transcript.TextSegment.isNote`.
        case note(String)
    }

    private(set) var parts: [Part] = []

    init(_ parts: [Part] = []) { self.parts = parts }

    init(text: String) { parts = text.isEmpty ? [] : [.text(text)] }

    /// Makes content of the segments of a transcript's entry.
    init(_ segments: [Transcript.Segment]) {
        self.init(
            joining: segments.map { segment in
                switch segment {
                case .text(let text) where text.isNote: Self([.note(text.content)])
                case .text, .structure: Self(text: segment.text)
                case .attachment(let segment):
                    Self([.attached(.init(content: segment.content, label: segment.label))])
                }
            }
        )
    }

    /// Joins contents, one per line.
    ///
    /// - Parameter keepingEmpty: Whether a content without parts becomes an empty line.
    init(joining contents: some Sequence<PromptContent>, keepingEmpty: Bool = false) {
        var isFirst = true
        for content in contents {
            let added = content.parts.isEmpty && keepingEmpty ? [.text("")] : content.parts
            guard let first = added.first else { continue }
            if !isFirst, case .text(let before)? = parts.last, case .text(let text) = first {
                parts[parts.count - 1] = .text(before + "\n" + text)
                parts += added.dropFirst()
            } else {
                parts += added
            }
            isFirst = false
        }
        if parts == [.text("")] { parts = [] }
    }

    var isEmpty: Bool { parts.isEmpty }

    /// The texts of all parts, one per line, without notes.
    var text: String {
        parts.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined(separator: "\n")
    }

    /// The parts as segments of an entry; an empty text if there are no parts.
    var segments: [Transcript.Segment] {
        guard !parts.isEmpty else { return [.text(.init(content: ""))] }
        return parts.map { part in
            switch part {
            case .text(let text): .text(.init(content: text))
            case .note(let text): .text(.init(note: text))
            case .attached(let attached): .attachment(.init(content: attached.content, label: attached.label))
            }
        }
    }

    /// Returns the parts as segments, with image files loaded.
    ///
    /// - Throws: ``ImageAttachmentError`` if an image cannot be read or exceeds the limits.
    func loadedSegments(_ limits: ImageLimits) async throws -> [Transcript.Segment] {
        try await segments.loadingImages(limits)
    }
}

extension [Transcript.Segment] {
    /// Returns the segments with image files loaded.
    func loadingImages(_ limits: ImageLimits) async throws -> Self {
        let count = count { $0.attachment != nil }
        guard count > 0 else { return self }
        guard count <= limits.maximumCount else {
            throw ImageAttachmentError.tooMany(count: count, limit: limits.maximumCount)
        }
        var loaded: Self = []
        var room = limits.maximumTotalBytes
        for segment in self {
            guard var attachment = segment.attachment else {
                loaded.append(segment)
                continue
            }
            try Task.checkCancellation()
            let image = try await attachment.content.image.loaded(maximumBytes: limits.maximumBytes)
            let byteCount = image.data?.count ?? 0
            guard byteCount <= room else {
                throw ImageAttachmentError.tooLargeTogether(limit: limits.maximumTotalBytes)
            }
            room -= byteCount
            attachment.content = .image(image)
            loaded.append(.attachment(attachment))
        }
        return loaded
    }
}
