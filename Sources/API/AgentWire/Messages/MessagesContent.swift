import StreamingJSON

/// A reader of a block with a text, an image, or a document or search result that is text.
enum MessagesContent {
    /// Returns the block; `nil` if it is faulty or left out.
    ///
    /// - Parameters:
    ///   - unserved: Replaces the blocks that no model can be shown.
    ///   - ignored: The list to which the block's unknown members are added.
    ///   - place: The prefix of those members' names.
    static func part(
        _ block: inout RequestFields,
        _ unserved: inout UnservedParts,
        _ ignored: inout IgnoredFields,
        in place: String
    ) -> InputPart? {
        switch block.string("type") {
        case "text": return text(&block, &ignored, in: place)
        case "image":
            ignored.insert(block, besides: ["type", "source"], in: place)
            return unserved.image(&block, as: place + "image", image)
        case "document":
            ignored.insert(block, besides: ["type", "source", "title"], in: place)
            return document(&block, &unserved, in: place)
        case "search_result":
            ignored.insert(block, besides: ["type", "source", "title", "content"], in: place)
            let title = UnservedParts.title("Search result", named: block.string("title"))
            let source = block.string("source").map { " from \($0.excerpt(upTo: ImageURL.longest))" } ?? ""
            return .text(UnservedParts.fenced(texts(block.value("content")), titled: title + source))
        case let type?:
            let kind =
                switch type {
                case "container_upload": "A file"
                case "tool_reference": "A reference to a tool"
                default: "A part of another kind"
                }
            let remedy = "'\(type.excerpt())' is not supported here; use text or image"
            return unserved.replace(&block, kind, as: place + type, remedy)
        case nil:
            if block.value("type") == nil { block.reject("type", "required: text or image", .missing) }
            return nil
        }
    }

    /// Returns the text of a block where only texts can be, such as the system prompt; `nil` for a fault.
    static func text(_ block: inout RequestFields, _ ignored: inout IgnoredFields, in place: String) -> InputPart? {
        if block.string("type") == "text" {
            // A text about an approval has the member `torii`.
            ignored.insert(block, besides: ["type", "text", "torii"], in: place)
            return block.textPart("text")
        }
        if let type = block.value("type")?.stringValue {
            block.reject("type", "'\(type.excerpt())' is not supported here; use text", .unsupportedValue)
        } else if block.value("type") == nil {
            block.reject("type", "required: text", .missing)
        }
        return nil
    }

    /// Returns the text of a document that is text; other documents are replaced.
    private static func document(
        _ block: inout RequestFields,
        _ unserved: inout UnservedParts,
        in place: String
    ) -> InputPart? {
        let source = block.value("source")
        let name = block.string("title")
        let title = UnservedParts.title("Document", named: name)
        switch source?["type"] {
        case "text": return .text(UnservedParts.fenced(source?["data"]?.stringValue ?? "", titled: title))
        case "content": return .text(UnservedParts.fenced(texts(source?["content"]), titled: title))
        default:
            let isPDF = source?["media_type"] == "application/pdf"
            let remedy = "this server does not accept documents; send their text, or their pages as images"
            return unserved.replace(
                &block,
                isPDF ? "A PDF document" : "A document",
                named: name,
                as: place + "document",
                remedy
            )
        }
    }

    /// Returns the texts of a text or an array of blocks, one a line.
    private static func texts(_ content: JSONValue?) -> String {
        if let text = content?.stringValue { return text }
        return (content?.arrayValue ?? []).map { block in
            block["text"]?.stringValue ?? "[A part that is not text was here; it cannot be shown to you.]"
        }
        .joined(separator: "\n")
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
