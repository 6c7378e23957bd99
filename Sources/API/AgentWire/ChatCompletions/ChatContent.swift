import StreamSafeText
import StreamingJSON

/// A reader of a message's content: a text, or an array of parts.
enum ChatContent {
    /// The kinds of parts that a message may contain.
    struct Kinds: OptionSet {
        let rawValue: Int
        /// Texts only, for instructions and tool outputs.
        static let texts: Kinds = []
        /// Texts and images.
        static let images = Kinds(rawValue: 1)
        /// Texts and refusals.
        static let refusals = Kinds(rawValue: 2)
    }

    /// Returns the parts of the member `content`; `nil` if it is missing or faulty.
    ///
    /// - Parameter unserved: Replaces the parts that no model can be shown.
    static func parts(
        of fields: inout RequestFields,
        _ kinds: Kinds,
        _ unserved: inout UnservedParts
    ) -> [InputPart]? {
        switch fields.value("content") {
        case nil: return nil
        case .string(let text): return [.text(text)]
        case .array:
            return fields.elements("content", upTo: ArrayLimits.parts, known: nil) { part(&$0, kinds, &unserved) }?
                .compactMap(\.self)
        case let value?:
            fields.reject("content", "must be a string or an array of parts, not \(value.typeName)", .wrongType)
            return nil
        }
    }

    private static func part(
        _ fields: inout RequestFields,
        _ kinds: Kinds,
        _ unserved: inout UnservedParts
    ) -> InputPart? {
        switch fields.string("type") {
        case "text": return fields.textPart("text")
        case "refusal" where kinds.contains(.refusals): return fields.textPart("refusal")
        case "image_url" where kinds.contains(.images): return unserved.image(&fields, as: "\(ignored)image_url", image)
        case "image_url":
            let remedy = "only a user message or an output of a tool may have images"
            return unserved.replace(&fields, "An image", as: "\(ignored)image_url", remedy)
        case "input_audio":
            let remedy = "this server does not accept audio; send a transcript as text"
            return unserved.replace(&fields, "A recording", as: "\(ignored)input_audio", remedy)
        case "file":
            let remedy = "this server does not accept files; send their text, or pages as images"
            let name = fields.value("file")?["filename"]?.stringValue
            return unserved.replace(&fields, "A file", named: name, as: "\(ignored)file", remedy)
        case let type?:
            return unserved.replace(
                &fields,
                "A part of another kind",
                as: ignored + type,
                "'\(type.excerpt())' is not a supported type of part; use \(names(kinds))"
            )
        case nil where fields.value("type") == nil: fields.reject("type", "required: \(names(kinds))", .missing)
        case nil: break
        }
        return nil
    }

    /// The prefix of the names of replaced parts.
    private static let ignored = "messages.content."

    private static func names(_ kinds: Kinds) -> String {
        kinds.contains(.images) ? "text or image_url" : kinds.contains(.refusals) ? "text or refusal" : "text"
    }

    /// The requested resolutions of an image.
    private enum Detail: String, CaseIterable { case auto, low, high }

    private static func image(_ fields: inout RequestFields) -> InputPart? {
        if fields.value("image_url") == nil { fields.reject("image_url", "required: an object with a url", .missing) }
        let image = fields.nested("image_url") { image -> InputPart in
            let detail: Detail? = image.choice("detail")
            if image.value("url") == nil { image.reject("url", "required: the image's URL", .missing) }
            let url = image.string("url") ?? ""
            if image.faults.isEmpty, let fault = ImageURL.fault(in: url) { image.reject("url", fault, .invalidValue) }
            return .image(url: url, detail: detail?.rawValue)
        }
        return image
    }
}

extension RequestFields {
    /// Returns the text of a part.
    mutating func textPart(_ key: String) -> InputPart? {
        if value(key) == nil { reject(key, "required: a text", .missing) }
        return string(key).map(InputPart.text)
    }
}

extension [InputPart] {
    /// Whether the parts contain only white space.
    var isBlank: Bool { allSatisfy { $0.text?.isBlank ?? false } }
}
