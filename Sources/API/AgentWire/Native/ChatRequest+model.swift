extension ChatRequest {
    /// An image beside a message.
    public struct Image: WireRecord {
        /// The requested resolutions.
        public enum Detail: String, Sendable, CaseIterable, WireWord {
            case auto, low, high
        }

        /// A `data:` URL with the image in base64, or an `https:` URL that only the provider opens.
        public var url: String
        /// The resolution; `nil` lets the provider choose.
        public var detail: Detail?

        /// Makes an image.
        public init(url: String, detail: Detail? = nil) { (self.url, self.detail) = (url, detail) }

        package static let fields: Fields<Self> = Fields(
            of: .request,
            from: Image(url: ""),
            .always(
                "url",
                \.url,
                as: .nonEmptyText("A `data:` URL with the image in base64, or an `https:` URL."),
                read: FieldReading { $0.string($1) }
            ),
            .maybe("detail", \.detail)
        )

        package func check(_ fields: inout RequestFields) {
            if fields.value("url") == nil { fields.reject("url", "required: the image's URL", .missing) }
            if fields.faults.isEmpty, let fault = ImageURL.fault(in: url) { fields.reject("url", fault, .invalidValue) }
        }
    }

    /// The items of a turn's input: the app's instructions, and the message with its images.
    var input: [InputItem] {
        var parts = images.map { InputPart.image(url: $0.url, detail: $0.detail?.rawValue) }
        if !message.isEmpty || parts.isEmpty { parts.insert(.text(message), at: 0) }
        guard let instructions, !instructions.isEmpty else { return [.message(.user, parts)] }
        return [.text(instructions, from: .developer), .message(.user, parts)]
    }

    /// Returns the images of the last message.
    static func images(in input: [InputItem]) -> [Image] {
        guard case .message(.user, let parts)? = input.last else { return [] }
        return parts.compactMap { part in
            guard case .image(let url, let detail) = part else { return nil }
            return Image(url: url, detail: detail.flatMap(Image.Detail.init))
        }
    }
}
