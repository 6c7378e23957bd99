/// The form in which the answer of an API is read.
enum AnswerForm: String, Sendable, CaseIterable {
    /// JSON.
    case json
    /// XML; elements become objects (``JSONValue/init(xml:)``).
    case xml
    /// Comma-separated values with names in the first line; lines become objects (``JSONValue/init(csv:)``).
    case csv
    /// Text, as one string.
    case text
    /// Anything else, which is kept as an artifact.
    case binary

    /// Returns the form of a media type; `nil` for HTML, which is no answer but usually the error page of a gateway.
    init?(mediaType: String, first byte: UInt8?) {
        switch mediaType {
        case "text/html", "application/xhtml+xml": return nil
        case "application/json", "text/json", "application/problem+json": self = .json
        case "application/xml", "text/xml": self = .xml
        case "text/csv", "application/csv": self = .csv
        case let type where type.hasSuffix("+json"): self = .json
        case let type where type.hasSuffix("+xml") && !type.hasPrefix("image/"): self = .xml
        case "", "text/plain", "text/javascript", "application/javascript", "application/octet-stream":
            // Many servers send JSON under a type of their framework.
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
            default: self = mediaType == "application/octet-stream" ? .binary : .text
            }
        case let type where type.hasPrefix("text/"): self = .text
        default: self = .binary
        }
    }
}
