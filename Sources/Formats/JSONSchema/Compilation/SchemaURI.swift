/// An address as written in `$id` and `$ref`, with the resolution of RFC 3986 §5.2.
struct SchemaURI: Hashable, Sendable {
    var scheme: String?
    var authority: String?
    var path = ""
    var query: String?
    var fragment: String?

    /// Splits a URI reference into its parts (RFC 3986, appendix B); any text is one.
    init(_ text: String) {
        var rest = Substring(text)
        if let mark = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let mark = rest.firstIndex(where: { ":/".contains($0) }), rest[mark] == ":", mark > rest.startIndex {
            scheme = rest[..<mark].lowercased()
            rest = rest[rest.index(after: mark)...]
        }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = rest[..<end].lowercased()
            rest = rest[end...]
        }
        path = String(rest)
    }

    /// Returns the address that this reference means when it is written in a document at `base`.
    func resolved(against base: SchemaURI) -> SchemaURI {
        var result = self
        if scheme == nil {
            result.scheme = base.scheme
            if authority == nil {
                result.authority = base.authority
                if path.isEmpty {
                    result.path = base.path
                    result.query = query ?? base.query
                } else if !path.hasPrefix("/") {
                    result.path = base.merged(with: path)
                }
            }
        }
        if !path.isEmpty { result.path = Self.removingDotSegments(result.path) }
        return result
    }

    /// This address without its fragment; documents are looked up by it.
    var withoutFragment: SchemaURI {
        var result = self
        result.fragment = nil
        return result
    }

    private func merged(with relative: String) -> String {
        if authority != nil, path.isEmpty { return "/" + relative }
        guard let slash = path.lastIndex(of: "/") else { return relative }
        return String(path[...slash]) + relative
    }

    private static func removingDotSegments(_ path: String) -> String {
        let isAbsolute = path.hasPrefix("/")
        var segments: [Substring] = []
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(isAbsolute ? 1 : 0)
        for (offset, part) in parts.enumerated() {
            let isLast = offset == parts.count - 1
            if part == ".." { _ = segments.popLast() } else if part != "." { segments.append(part) }
            // A final "." or ".." names a folder.
            if isLast, part == "." || part == ".." { segments.append("") }
        }
        return (isAbsolute ? "/" : "") + segments.joined(separator: "/")
    }
}

extension SchemaURI: CustomStringConvertible {
    /// The address as text.
    var description: String {
        var text = scheme.map { $0 + ":" } ?? ""
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }
}
