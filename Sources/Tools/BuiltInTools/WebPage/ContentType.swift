/// The content type that a server declares for a body.
struct ContentType: Sendable, Equatable {
    /// The way in which a body of this type is read.
    enum Kind: Sendable {
        case html
        case text
        case other
    }

    /// The media type in lower case; empty if none is declared.
    let mediaType: String
    /// The `charset` parameter.
    let charset: String?

    init(_ header: String?) {
        let parts = (header ?? "").split(separator: ";")
        mediaType = Self.folded(parts.first ?? "")
        var charset: String?
        for parameter in parts.dropFirst() where charset == nil {
            let pair = parameter.split(separator: "=", maxSplits: 1)
            if pair.count == 2, Self.folded(pair[0]) == "charset" { charset = String(pair[1]) }
        }
        self.charset = charset
    }

    private static func folded(_ text: Substring) -> String { text.lowercased().filter { !$0.isWhitespace } }

    /// Returns the kind; if the type is missing or generic, the first bytes decide.
    func kind(sniffing bytes: [UInt8]) -> Kind {
        if ["text/html", "application/xhtml+xml"].contains(mediaType) { return .html }
        // HTML sent as plain text is shown as text, as a browser does.
        if mediaType.hasPrefix("text/") || mediaType.hasSuffix("+json") || mediaType.hasSuffix("+xml")
            || Self.texts.contains(mediaType)
        {
            return .text
        }
        guard mediaType.isEmpty || mediaType == "application/octet-stream" else { return .other }
        let start = String(decoding: bytes.prefix(512), as: UTF8.self).lowercased().drop { $0.isWhitespace }
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") || start.hasPrefix("<head") { return .html }
        return bytes.prefix(512).contains { $0 < 0x09 || ($0 > 0x0D && $0 < 0x1B) } ? .other : .text
    }

    private static let texts: Set<String> = [
        "application/javascript", "application/json", "application/toml", "application/x-ndjson", "application/xml",
        "application/yaml", "application/x-yaml",
    ]
}
