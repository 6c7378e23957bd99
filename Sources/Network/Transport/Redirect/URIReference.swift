/// The five parts of a URL, absolute or relative, by RFC 3986.
///
/// It divides any text and does not check the parts.
struct URIReference: Sendable, Hashable {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?
    var fragment: String?

    /// Divides a text, as RFC 3986's appendix B does.
    init(_ text: String) {
        // It reads bytes, because a combining mark after a delimiter would make another character of it.
        var rest = text.utf8[...]
        if let end = rest.firstIndex(where: { ":/?#".utf8.contains($0) }), end > rest.startIndex,
            rest[end] == UInt8(ascii: ":"), rest[..<end].isScheme
        {
            scheme = String(Substring(rest[..<end]))
            rest = rest[end...].dropFirst()
        }
        if rest.starts(with: "//".utf8) {
            let start = rest.dropFirst(2)
            let found = start.prefix { !"/?#".utf8.contains($0) }
            authority = String(Substring(found))
            rest = start[found.endIndex...]
        }
        let found = rest.prefix { !"?#".utf8.contains($0) }
        path = String(Substring(found))
        rest = rest[found.endIndex...]
        if rest.first == UInt8(ascii: "?") {
            let found = rest.dropFirst().prefix { $0 != UInt8(ascii: "#") }
            query = String(Substring(found))
            rest = rest[found.endIndex...]
        }
        if rest.first == UInt8(ascii: "#") { fragment = String(Substring(rest.dropFirst())) }
    }

    /// Returns the target of the reference relative to a base, by RFC 3986 §5.2.2, read strictly.
    func resolved(against base: URIReference) -> URIReference {
        var target = self
        if scheme == nil {
            target.scheme = base.scheme
            if authority == nil {
                target.authority = base.authority
                if path.isEmpty {
                    // The base's path stays unchanged.
                    target.path = base.path
                    target.query = query ?? base.query
                    return target
                }
                if path.utf8.first != UInt8(ascii: "/") { target.path = merged(with: base) }
            }
        }
        target.path = target.path.withoutDotSegments
        return target
    }

    /// The path relative to the last segment of the base's path, by RFC 3986 §5.2.3.
    private func merged(with base: URIReference) -> String {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(Substring(base.path.utf8[...slash])) + path
    }
}

extension URIReference: CustomStringConvertible {
    /// The parts joined, by RFC 3986 §5.3.
    var description: String {
        (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "") + path + (query.map { "?\($0)" } ?? "")
            + (fragment.map { "#\($0)" } ?? "")
    }
}

extension String {
    /// A path without `.` and `..`, by RFC 3986 §5.2.4.
    fileprivate var withoutDotSegments: String {
        var input = utf8[...]
        var output: [Substring.UTF8View] = []
        while !input.isEmpty {
            if input.starts(with: "../".utf8) {
                input = input.dropFirst(3)
            } else if input.starts(with: "./".utf8) || input.starts(with: "/./".utf8) {
                input = input.dropFirst(2)
            } else if input.elementsEqual("/.".utf8) {
                input = "/".utf8[...]
            } else if input.starts(with: "/../".utf8) {
                input = input.dropFirst(3)
                _ = output.popLast()
            } else if input.elementsEqual("/..".utf8) {
                input = "/".utf8[...]
                _ = output.popLast()
            } else if input.elementsEqual(".".utf8) || input.elementsEqual("..".utf8) {
                input = input.dropFirst(input.count)
            } else {
                let end = input.dropFirst().firstIndex(of: UInt8(ascii: "/")) ?? input.endIndex
                output.append(input[..<end])
                input = input[end...]
            }
        }
        return output.map { String(Substring($0)) }.joined()
    }
}

extension Substring.UTF8View {
    /// Whether it is a letter followed by letters, digits, plus signs, hyphens and dots.
    fileprivate var isScheme: Bool {
        first?.isLetter == true && allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
