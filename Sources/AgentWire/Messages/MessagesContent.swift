import StreamingJSON

/// A reader of a block with a text or an image.
enum MessagesContent {
    /// Returns the block; `nil` if it is faulty or of another type, which is a fault.
    ///
    /// - Parameters:
    ///   - ignored: The list to which the block's unknown members are added.
    ///   - place: The prefix of those members' names.
    static func part(
        _ block: inout RequestFields,
        allowsImages: Bool,
        _ ignored: inout IgnoredFields,
        in place: String
    ) -> InputPart? {
        switch block.string("type") {
        case "text":
            // A text about an approval has the member `torii`.
            ignored.insert(block, besides: ["type", "text", "torii"], in: place)
            if block.value("text") == nil { block.reject("text", "required: a text", .missing) }
            return block.string("text").map(InputPart.text)
        case "image" where allowsImages:
            ignored.insert(block, besides: ["type", "source"], in: place)
            return image(&block)
        case "image": block.reject("type", "only user messages and tool results may have images", .unsupportedValue)
        case "document":
            block.reject(
                "type",
                "this server does not accept documents; send their text, or their pages as images",
                .unsupportedValue
            )
        case "search_result": block.reject("type", "is not supported; send the result as text", .unsupportedValue)
        case let type?:
            let names = allowsImages ? "text or image" : "text"
            block.reject("type", "'\(type.excerpt())' is not supported here; use \(names)", .invalidValue)
        case nil:
            if block.value("type") == nil { block.reject("type", "required: text or image", .missing) }
        }
        return nil
    }

    /// The media types of images.
    private enum MediaType: String, CaseIterable {
        case jpeg = "image/jpeg"
        case png = "image/png"
        case gif = "image/gif"
        case webp = "image/webp"
    }

    private static func image(_ block: inout RequestFields) -> InputPart? {
        if block.value("source") == nil {
            block.reject("source", "required: an object with type, and media_type and data or url", .missing)
        }
        let part = block.nested("source") { source -> InputPart? in
            switch source.string("type") {
            case "base64":
                if source.value("media_type") == nil {
                    source.reject("media_type", "required: image/png, for example", .missing)
                }
                let type: MediaType? = source.choice("media_type")
                let data = source.requiredText("data")
                guard let type, !data.isEmpty else { return nil }
                return image("data:\(type.rawValue);base64,\(data)", &source, "data")
            case "url": return image(source.requiredText("url"), &source, "url")
            case "file":
                source.reject(
                    "type",
                    "this server has no files; send the image as base64 or as a url",
                    .unsupportedValue
                )
            case let type?:
                source.reject("type", "'\(type.excerpt())' is not supported; use base64 or url", .unsupportedValue)
            case nil:
                if source.value("type") == nil { source.reject("type", "required: base64 or url", .missing) }
            }
            return nil
        }
        return part ?? nil
    }

    private static func image(_ url: String, _ source: inout RequestFields, _ member: String) -> InputPart? {
        guard !url.isEmpty else { return nil }
        if let fault = ImageURL.fault(in: url) {
            source.reject(member, fault, .invalidValue)
            return nil
        }
        return .image(url: url, detail: nil)
    }
}
