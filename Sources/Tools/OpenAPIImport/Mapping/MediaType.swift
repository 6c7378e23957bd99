/// The name of a media type without its parameters.
struct MediaType: Hashable {
    let name: String

    init(_ text: String) {
        name = text.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    }

    var isJSON: Bool { name == "application/json" || name.hasSuffix("+json") || name == "text/json" }
    var isMergePatch: Bool { name == "application/merge-patch+json" }
    /// Whether it is JSON with a meaning of its own that no arguments can express, as a list of patches.
    var isPatchList: Bool { name == "application/json-patch+json" }
    var isXML: Bool {
        name == "application/xml" || name == "text/xml" || name.hasSuffix("+xml") && !name.hasPrefix("image/")
    }
    var isWildcard: Bool { name == "*/*" || name == "application/*" }
    var isForm: Bool { name == "application/x-www-form-urlencoded" }
    var isMultipart: Bool { name == "multipart/form-data" }
    var isCSV: Bool { name == "text/csv" }
    var isEventStream: Bool { name == "text/event-stream" }
    var isLines: Bool { name.hasSuffix("ndjson") || name.hasSuffix("jsonl") || name.hasSuffix("json-lines") }
    var isHTML: Bool { name == "text/html" }
    var isText: Bool { name.hasPrefix("text/") && !isHTML && !isEventStream && !isCSV && !isXML && !isJSON }
    /// Whether the name may be written to a header field.
    var isValid: Bool {
        name.utf8.count <= 100 && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
            && name.utf8.contains(UInt8(ascii: "/"))
    }
}
