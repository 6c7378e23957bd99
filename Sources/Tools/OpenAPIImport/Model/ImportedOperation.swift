public import StreamingJSON

/// An operation of a document as a tool.
public struct ImportedOperation: Sendable, Hashable {
    /// The tool's name, unique in the import.
    public var name: String
    /// The method in upper case.
    public let method: String
    /// The path as in the document; with the method it identifies the operation in later imports.
    public let path: String
    /// The operation's id in the document.
    public let operationID: String?
    /// The origin of its server, such as `https://api.example.com`.
    public let origin: String
    /// The path of its server, without a slash at the end.
    public let basePath: String
    /// The request's path, with `{argument}` in place of parameters.
    public let requestPath: String
    /// The summary and the first sentence of the description.
    public let summary: String
    /// The tags.
    public let tags: [String]
    /// The effect, by the method.
    public let effect: OperationEffect
    /// Whether the document demands a person's consent (`x-openai-isConsequential`).
    public let isConsequential: Bool
    /// Whether the document calls it deprecated.
    public let isDeprecated: Bool
    /// The arguments' JSON Schemas by name, in order.
    public let arguments: JSONObject
    /// The names of the arguments that a call must have.
    public let required: [String]
    /// The schemas to which `#/$defs/<name>` in an argument refers.
    public let definitions: JSONObject
    /// The places of the arguments in the request.
    public let slots: [RequestSlot]
    /// The request's query parameters with constant values.
    public let query: [String: String]
    /// The request's header fields with constant values.
    public let headers: [String: String]
    /// The body's format; `nil` for a request without one.
    public let body: BodyFormat?
    /// The answer's format.
    public let answer: AnswerFormat
    /// The keys that a call needs: one of these alternatives; empty for none.
    public let security: [SecurityAlternative]
    /// A proposal for paging that a person must confirm.
    public let paging: String?
    /// The file and the JSON Pointer of the operation.
    public let place: String

    /// The method and the path.
    public var label: String { "\(method) \(path)" }
}

/// The place of an argument in a request.
public struct RequestSlot: Sendable, Hashable {
    /// The part of the request.
    public enum Part: String, Sendable, Hashable {
        /// A segment of the path.
        case path
        /// The query.
        case query
        /// A header field.
        case header
        /// A member or a field of the body.
        case field
        /// The whole body.
        case body
    }

    /// The part of the request.
    public let part: Part
    /// The name in the request; the argument's name if ``part`` is the whole body.
    public let name: String
    /// The argument's name.
    public let argument: String
    /// The style of OpenAPI, if it is not the default for the part and the value's type.
    public let style: String?
    /// Whether each item is written on its own, if it is not the default of the style.
    public let explode: Bool?
    /// `json` for a value as JSON text, `file` for the content of an artifact.
    public let format: String?
    /// Whether slashes in a value of the path separate segments.
    public var hasSegments = false
}

/// The format of a request's body.
public enum BodyFormat: Sendable, Hashable {
    /// JSON with this media type.
    case json(String)
    /// A form, URL-encoded.
    case form
    /// A form in several parts.
    case multipart
    /// Text with this media type.
    case text(String)
}

/// The format of an answer.
public enum AnswerFormat: String, Sendable, Hashable {
    /// JSON, or by the content type.
    case json
    /// XML.
    case xml
    /// Comma-separated values.
    case csv
    /// Text.
    case text
    /// A file, which becomes an artifact.
    case binary
    /// No content.
    case none
}

extension ImportedOperation {
    /// Twelve hexadecimal digits that change if the request, the arguments or the description change.
    public var digest: String {
        let slots: [JSONValue] = slots.map { slot in
            let parts =
                [
                    slot.part.rawValue, slot.name, slot.argument, slot.style, slot.format, slot.explode.map { "\($0)" },
                ] + (slot.hasSegments ? ["segments"] : [])
            return .array(parts.map { $0.map(JSONValue.string) ?? .null })
        }
        let content: JSONValue = [
            .string(label), .string(origin + basePath), .string(requestPath), .string(summary), .object(arguments),
            .array(required.map(JSONValue.string)), .object(definitions), .array(slots),
            .string(body.map { "\($0)" } ?? ""), .string(answer.rawValue),
        ]
        var bytes: [UInt8] = []
        content.write(into: &bytes)
        return Digest.hex(bytes, digits: 12)
    }
}
